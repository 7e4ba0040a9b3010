/**
 * The capabilities of keys. Every key reads and writes its ledger; a capability allows one more thing (specification, "Authentication"):
 * conversions and transfers in one string, the attribute catalog, the locking of periods, webhook endpoints, or posting beyond balance
 * limits.
 */
const capabilityPattern =
  /^(strings:participate:[A-Za-z0-9_-]{1,50}|attributes:admin|periods:admin|events:admin|limits:override)$/;

export const maxCapabilities = 100;

/** Returns the faults of the capabilities, each as the end of a sentence that begins with "capabilities"; empty if all are valid. */
export const complaintsAboutCapabilities = (capabilities: readonly string[]): readonly string[] => {
  if (capabilities.length > maxCapabilities) return [`must be at most ${maxCapabilities}`];
  return capabilities
    .filter((capability) => !capabilityPattern.test(capability))
    .map(
      (capability) =>
        `must be strings:participate:<string code>, attributes:admin, periods:admin, events:admin or limits:override, not ${JSON.stringify(capability)}`,
    );
};

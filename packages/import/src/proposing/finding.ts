/** A part of a map that is proposed, how sure it is, and why. */
export const confidences = ['certain', 'likely', 'guessed'] as const;
export type Confidence = (typeof confidences)[number];

export interface Finding {
  readonly subject: string;
  readonly confidence: Confidence;
  /** A sentence. */
  readonly message: string;
}

export const finding = (subject: string, confidence: Confidence, message: string): Finding => ({
  subject,
  confidence,
  message,
});

export const leastOf = (findings: readonly Finding[]): Confidence =>
  confidences.findLast((each) => findings.some(({ confidence }) => confidence === each)) ?? 'certain';

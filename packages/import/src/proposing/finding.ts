/** A proposed part of a map, with its confidence and the reason. */
export const confidences = ['certain', 'likely', 'guessed'] as const;
export type Confidence = (typeof confidences)[number];

export interface Finding {
  readonly subject: string;
  readonly confidence: Confidence;
  /** The reason, as a sentence for the user. */
  readonly message: string;
}

export const finding = (subject: string, confidence: Confidence, message: string): Finding => ({
  subject,
  confidence,
  message,
});

export const leastOf = (findings: readonly Finding[]): Confidence =>
  confidences.findLast((each) => findings.some(({ confidence }) => confidence === each)) ?? 'certain';

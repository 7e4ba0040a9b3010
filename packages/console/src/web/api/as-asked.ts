/**
 * Gives a parameter of the page's address to the API with the type that the API expects. A value that the API does not know is sent too: the
 * API refuses it and says which values it knows. If the page left it out, it would show all rows as if they were the filtered ones.
 */
export const asAsked = <Value extends string | number>(text: string | undefined): Value | undefined =>
  text as Value | undefined;

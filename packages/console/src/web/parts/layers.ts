/** The three layers of transactions, in the order in which the console shows them. */
export type LayerName = 'settled' | 'pending' | 'encumbrance';

export const layerNames: readonly LayerName[] = ['settled', 'pending', 'encumbrance'];

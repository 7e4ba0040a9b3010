/** The three layers of transactions, in the order of the console. */
export type LayerName = 'settled' | 'pending' | 'encumbrance';

export const layerNames: readonly LayerName[] = ['settled', 'pending', 'encumbrance'];

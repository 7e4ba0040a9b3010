/** The three layers in which a transaction may stand, in the order in which they are shown. */
export type LayerName = 'settled' | 'pending' | 'encumbrance';

export const layerNames: readonly LayerName[] = ['settled', 'pending', 'encumbrance'];

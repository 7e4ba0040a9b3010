/** The tenant whose log tells of what belongs to no tenant: rates, and the administrators of all. */
export const installation = '00000000-0000-0000-0000-000000000000';

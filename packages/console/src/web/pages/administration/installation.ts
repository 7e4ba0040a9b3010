/** The id of the log of the installation, which records rates and the administrators of all tenants. */
export const installation = '00000000-0000-0000-0000-000000000000';

/** The id of the installation's log. It records exchange rates, and the administrators of all tenants. */
export const installation = '00000000-0000-0000-0000-000000000000';

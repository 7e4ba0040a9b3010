/**
 * The id of the installation's log, used like a tenant's id. The log contains changes to exchange rates, and to the people who administer
 * all tenants.
 */
export const installation = '00000000-0000-0000-0000-000000000000';

-- An e-mail is unique within its tenant, and among the people of all tenants: nobody keeps an address from the people of another tenant,
-- or learns from a refusal that it is known there.
alter table operators drop constraint operators_email_key;
-- People are found by the e-mail when they sign in.
alter table operators add constraint operators_email_tenant_id_key unique nulls not distinct (email, tenant_id);

-- A person may be deleted: sessions and links go first, and the tenant's log keeps what they did.
grant delete on operators to ledger_app;

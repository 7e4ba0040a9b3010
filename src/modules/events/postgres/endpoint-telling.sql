-- name: read_endpoint_to_tell
-- by: webhook_endpoints_pkey
select to_jsonb(e)::text as told from webhook_endpoints e where ledger_id = :ledger_id and id = :id;

-- name: tell_of_endpoint
-- With ledger.actor as it is set. Where nothing but deliveries differs, it tells nothing.
select tell_of_endpoint(:was::jsonb, :is_now::jsonb);

-- name: read_log_epoch
select log_epoch from installation;

-- name: begin_log_epoch
update installation set log_epoch = gen_random_uuid() returning log_epoch;

"""An example of each event, as JSON. Made from docs/openapi.json by `make docs`."""

RECORDED_EVENTS = r"""{
  "account.closed": {
    "id": "evt_49e2ebb5582c781408bdf3e3d1cfb0e6",
    "ledger_id": "cccbd584-4b91-5a58-9ded-f6fad72c85f2",
    "sequence": 28,
    "type": "account.closed",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "The shop moved",
    "subject": {
      "type": "account",
      "id": "e3305a1a-2b07-5928-a0c0-807b0a39a837"
    },
    "data": {
      "id": "e3305a1a-2b07-5928-a0c0-807b0a39a837",
      "ledger_id": "cccbd584-4b91-5a58-9ded-f6fad72c85f2",
      "code": "TILL-3",
      "name": "An account",
      "type": "asset",
      "category": "system",
      "normal_balance": "debit",
      "parent_id": null,
      "description": null,
      "is_active": false,
      "is_system": false,
      "metadata": null,
      "enforce_balance_limits": false,
      "limit_basis": "settled",
      "min_balance": null,
      "max_balance": null,
      "cash_flow": null,
      "is_group": false,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "0149e2ebb5582c781408bdf3e3d1cfb0e68822c516aa85dafe03f4a27592efdfbf",
    "previous_hash": "01b68c63391d4a21d69f660f065dc46660e972b369b0bae072a8ba43589b533959"
  },
  "account.created": {
    "id": "evt_6203dc0b2df7f0647b2fad66cbe81ae8",
    "ledger_id": "a6258274-5993-53ea-84dc-89c784a8d734",
    "sequence": 27,
    "type": "account.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account",
      "id": "611506f5-f4f4-53a6-ae62-f243969a1a3b"
    },
    "data": {
      "id": "611506f5-f4f4-53a6-ae62-f243969a1a3b",
      "ledger_id": "a6258274-5993-53ea-84dc-89c784a8d734",
      "code": "TILL-3",
      "name": "An account",
      "type": "asset",
      "category": "system",
      "normal_balance": "debit",
      "parent_id": null,
      "description": null,
      "is_active": true,
      "is_system": false,
      "metadata": null,
      "enforce_balance_limits": false,
      "limit_basis": "settled",
      "min_balance": null,
      "max_balance": null,
      "cash_flow": null,
      "is_group": false,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "016203dc0b2df7f0647b2fad66cbe81ae868b501bc818f5e6af891c498850812fb",
    "previous_hash": "013023fa2eeb6bd5813789be3814d6d86cee6c5a97ff57452eda8120d46ff74f6f"
  },
  "account.deleted": {
    "id": "evt_7bdb11f5e45e4c61564c268ce982bccd",
    "ledger_id": "a45340c2-ed30-5340-8677-eff1f30333e6",
    "sequence": 34,
    "type": "account.deleted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account",
      "id": "eb6f417a-ec02-551e-a887-5a7e2f2e525a"
    },
    "data": {
      "id": "eb6f417a-ec02-551e-a887-5a7e2f2e525a",
      "ledger_id": "a45340c2-ed30-5340-8677-eff1f30333e6",
      "code": "TILL-2",
      "name": "Second till",
      "type": "asset",
      "category": "system",
      "normal_balance": "debit",
      "parent_id": null,
      "description": null,
      "is_active": true,
      "is_system": false,
      "metadata": null,
      "enforce_balance_limits": false,
      "limit_basis": "settled",
      "min_balance": null,
      "max_balance": null,
      "cash_flow": null,
      "is_group": false,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "017bdb11f5e45e4c61564c268ce982bccdd2061282df8c28d9d98f2f655db91591",
    "previous_hash": "015d8882e711647a86135931d3998341359cb762afbf711c6d4c849da4868a1cb4"
  },
  "account.updated": {
    "id": "evt_30a6cd80e318f0e31a21d5afd2477e54",
    "ledger_id": "bb236238-0899-5bc6-aa1c-d483621b40ad",
    "sequence": 26,
    "type": "account.updated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account",
      "id": "9dad3b2f-5301-5035-ad9d-37317880a311"
    },
    "data": {
      "id": "9dad3b2f-5301-5035-ad9d-37317880a311",
      "ledger_id": "bb236238-0899-5bc6-aa1c-d483621b40ad",
      "code": "TILL-2",
      "name": "Second till",
      "type": "asset",
      "category": "system",
      "normal_balance": "debit",
      "parent_id": null,
      "description": null,
      "is_active": true,
      "is_system": false,
      "metadata": null,
      "enforce_balance_limits": false,
      "limit_basis": "settled",
      "min_balance": null,
      "max_balance": null,
      "cash_flow": null,
      "is_group": false,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "0130a6cd80e318f0e31a21d5afd2477e54c955fbbdbeda45e98dddb9ddee4f7ccd",
    "previous_hash": "01b0d6b3644c3cddbace0e4072acfd6bd514e16956d82542a3ee3e813ce3672263"
  },
  "account_set.created": {
    "id": "evt_30556da45da2178dd539c4c116e41d8b",
    "ledger_id": "affc493e-0f42-5a29-8fa8-4a22f2e2f64f",
    "sequence": 29,
    "type": "account_set.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "368dcb37-ff86-5189-9bb2-2a389c1b9149"
    },
    "data": {
      "id": "368dcb37-ff86-5189-9bb2-2a389c1b9149",
      "ledger_id": "affc493e-0f42-5a29-8fa8-4a22f2e2f64f",
      "code": "TILLS",
      "name": "Tills",
      "description": null,
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "0130556da45da2178dd539c4c116e41d8b2fd5d4a33ae66a9b6551ecd27544d5f5",
    "previous_hash": "013492e4c36b2fe84e9bd8e0db099af60494c928d0dcaaa67a9b9a98adc291cb2c"
  },
  "account_set.deleted": {
    "id": "evt_dbf0aed7843fcbcb7951ffc9ffab5a80",
    "ledger_id": "23718426-1364-5a45-88d0-804958236013",
    "sequence": 33,
    "type": "account_set.deleted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "9285ba6c-5686-55e5-814f-432d4122e3ea"
    },
    "data": {
      "id": "9285ba6c-5686-55e5-814f-432d4122e3ea",
      "ledger_id": "23718426-1364-5a45-88d0-804958236013",
      "code": "TILLS",
      "name": "All tills",
      "description": null,
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01dbf0aed7843fcbcb7951ffc9ffab5a806343a7dc39612d466dc4177b2d1e6a14",
    "previous_hash": "01395f6e2c43e82c147baded132c5415f518d3ccefc53c353a9c22837d3dd600c7"
  },
  "account_set.member_added": {
    "id": "evt_ba474d4af9b87b49513a483b7a6d5fc7",
    "ledger_id": "5b27e018-4cd8-5e67-9a4e-fccf4cb7958b",
    "sequence": 31,
    "type": "account_set.member_added",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "6590af4e-3928-5b4e-b029-3f6527fbf1c2"
    },
    "data": {
      "account_set_id": "6590af4e-3928-5b4e-b029-3f6527fbf1c2",
      "member_type": "account",
      "member_id": "2455c136-05eb-56d9-b85b-c0d5f6c92085",
      "created_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01ba474d4af9b87b49513a483b7a6d5fc7383c49b2fc96374256f06cc9b1af2756",
    "previous_hash": "012be29be5a9229af5c9845edff756dd1abf97d88d993d97f61fc809aae74024a6"
  },
  "account_set.member_removed": {
    "id": "evt_8946e7e1807795f46501f0337f57be0c",
    "ledger_id": "70767a90-9519-5faf-b988-bad9f8d08dd1",
    "sequence": 32,
    "type": "account_set.member_removed",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "1970b45c-c39e-5942-a62e-b07529b44266"
    },
    "data": {
      "account_set_id": "1970b45c-c39e-5942-a62e-b07529b44266",
      "member_type": "account",
      "member_id": "6f0d41bc-ec45-5cee-8eaf-3817ce988846",
      "created_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "018946e7e1807795f46501f0337f57be0c616959a4c8162bd952685752990215c1",
    "previous_hash": "0144af8f6ece5f3d8a7470de4861911b0627380e26c1a74be378c9c1b1c0c41e1f"
  },
  "account_set.updated": {
    "id": "evt_cef2309e9a9582e8019bf25f10684b26",
    "ledger_id": "39f10ace-233a-5ed1-9da7-cfa642c8f91c",
    "sequence": 30,
    "type": "account_set.updated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "7381e7fa-c039-538c-957e-8af9721470b5"
    },
    "data": {
      "id": "7381e7fa-c039-538c-957e-8af9721470b5",
      "ledger_id": "39f10ace-233a-5ed1-9da7-cfa642c8f91c",
      "code": "TILLS",
      "name": "All tills",
      "description": null,
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01cef2309e9a9582e8019bf25f10684b268e943eb30771fef39c02b8512f982289",
    "previous_hash": "01f5749500acc20a1f6b4c1a6d896a89c03afd0c1e9870ff91f4880a7eb714dfb1"
  },
  "hold.expired": {
    "id": "evt_3d55712145e514a736b19c44327a114e",
    "ledger_id": "df5f4ef5-df69-55da-bf8c-aee0df9d9639",
    "sequence": 42,
    "type": "hold.expired",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "expired",
    "subject": {
      "type": "transaction",
      "id": "a851bb0e-6bef-5460-a09a-09b0e9369f0a"
    },
    "data": {
      "id": "a851bb0e-6bef-5460-a09a-09b0e9369f0a",
      "ledger_id": "df5f4ef5-df69-55da-bf8c-aee0df9d9639",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "pending",
      "status": "posted",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "02980e14-b992-5d18-93fb-1886d5dbca24",
          "account_id": "37b1f203-9f7c-5a34-be30-3a90c364dfbc",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "8af80af1-93c0-5f1b-9357-92030826ae7e",
          "account_id": "e27dc474-4cdf-54d6-a403-734c5ba34cdc",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "5c2dda80-a039-59ae-98d8-d085110efa76",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-6",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 11,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": {
        "state": "expired",
        "amount": "10.00",
        "extended_amount": "0.00",
        "settled_amount": "0.00",
        "excess_amount": "0.00",
        "released_amount": "10.00",
        "remaining_amount": "0.00",
        "expires_at": "2026-01-15T10:00:00.000Z"
      },
      "void_reason": null,
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "37b1f203-9f7c-5a34-be30-3a90c364dfbc",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "e27dc474-4cdf-54d6-a403-734c5ba34cdc",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "013d55712145e514a736b19c44327a114e7bda00b72e188f1bbd91e7937aab083a",
    "previous_hash": "01e0a00b09a3d840620bc0e25c04ff0150a0b5b00d6777eb9a8325629e95653d35"
  },
  "hold.extended": {
    "id": "evt_3995957c88ee4868c97477c4596d6791",
    "ledger_id": "5de92e8f-ad4e-56a2-a87f-a97ffecfa7e5",
    "sequence": 18,
    "type": "hold.extended",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "expires at 2026-01-15T10:02:00.000Z, not 2026-01-15T10:01:00.000Z",
    "subject": {
      "type": "transaction",
      "id": "5c763063-b162-5366-9261-c8592c4709e1"
    },
    "data": {
      "id": "5c763063-b162-5366-9261-c8592c4709e1",
      "ledger_id": "5de92e8f-ad4e-56a2-a87f-a97ffecfa7e5",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "pending",
      "status": "posted",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "db8ac387-325f-5d98-9501-f763a30a5155",
          "account_id": "7e12d2b8-3306-5f0e-b0ba-03889affd25a",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "d9f2e1cf-f097-54b7-91ab-2ac32d8a2de6",
          "account_id": "a0c39945-021d-5b32-a91d-ea257fe21dbd",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "8f0f6c55-2687-5a27-839a-9c779d8d74aa",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-5",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 8,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": {
        "state": "open",
        "amount": "12.00",
        "extended_amount": "2.00",
        "settled_amount": "0.00",
        "excess_amount": "0.00",
        "released_amount": "0.00",
        "remaining_amount": "12.00",
        "expires_at": "2026-01-15T10:00:00.000Z"
      },
      "void_reason": null,
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": {
        "amount": {
          "before": "10.00",
          "after": "12.00"
        },
        "expires_at": {
          "before": "2026-01-15T10:00:00.000Z",
          "after": "2026-01-15T10:00:00.000Z"
        }
      },
      "balances": [
        {
          "account_id": "7e12d2b8-3306-5f0e-b0ba-03889affd25a",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "12.00"
        },
        {
          "account_id": "a0c39945-021d-5b32-a91d-ea257fe21dbd",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "12.00"
        }
      ]
    },
    "hash": "013995957c88ee4868c97477c4596d6791fa6beba63c4154da384e5b789d9b471c",
    "previous_hash": "0116d553377accef25feb3263718a1e42d4b2ecded65d89197e7b1a0bcba997aa2"
  },
  "hold.released": {
    "id": "evt_cfdb886e2c42205c6e3e0594fd7dc5f9",
    "ledger_id": "7ded42e4-a997-5c1d-bbd5-0d8dc2664b3a",
    "sequence": 20,
    "type": "hold.released",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Cancelled",
    "subject": {
      "type": "transaction",
      "id": "9a25b4e8-7352-59e9-aa6e-003c5ecddfbd"
    },
    "data": {
      "id": "9a25b4e8-7352-59e9-aa6e-003c5ecddfbd",
      "ledger_id": "7ded42e4-a997-5c1d-bbd5-0d8dc2664b3a",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "pending",
      "status": "posted",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "179e3b7b-a318-586d-9aa7-201b558c40ef",
          "account_id": "751e2fcd-12b4-5ec7-9881-d15ba14f2eb4",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "77e37768-fd92-5d0e-ac92-cab794063753",
          "account_id": "9e3eaaf8-49e1-5e9a-bcdc-b0d8f771f3a0",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "001df81f-3947-5ccc-bacb-9f1a8c4a5628",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-5",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 8,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": {
        "state": "released",
        "amount": "12.00",
        "extended_amount": "2.00",
        "settled_amount": "0.00",
        "excess_amount": "0.00",
        "released_amount": "12.00",
        "remaining_amount": "0.00",
        "expires_at": "2026-01-15T10:00:00.000Z"
      },
      "void_reason": null,
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "751e2fcd-12b4-5ec7-9881-d15ba14f2eb4",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "9e3eaaf8-49e1-5e9a-bcdc-b0d8f771f3a0",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "01cfdb886e2c42205c6e3e0594fd7dc5f989e7b1a2d3593873d13cb58e52642d05",
    "previous_hash": "01ee7ad3d42aba3885db1e5dc96fbbc091198acebb247620e47e6cf74e0c965e6b"
  },
  "hold.settled": {
    "id": "evt_f4619f215fd43f16282285cc27904d45",
    "ledger_id": "93587c4d-d9ed-57fa-837b-92ddce38d4ef",
    "sequence": 14,
    "type": "hold.settled",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "transaction",
      "id": "7f1ca395-8143-5efb-b3bf-ee27e42907e7"
    },
    "data": {
      "id": "7f1ca395-8143-5efb-b3bf-ee27e42907e7",
      "ledger_id": "93587c4d-d9ed-57fa-837b-92ddce38d4ef",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "pending",
      "status": "posted",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "adecee3c-d4b4-5b52-82eb-4bbbc94f1bd0",
          "account_id": "d40404dc-8e52-540c-a25e-d5f270a8c795",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "70747aa1-5015-5f79-8e09-bcc699c3e65b",
          "account_id": "ef467f5a-4161-5820-b0f6-008fd83b29f8",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "629f4f71-1c43-5cea-b56d-2f242c6b646a",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-4",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 5,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": {
        "state": "settled",
        "amount": "10.00",
        "extended_amount": "0.00",
        "settled_amount": "6.00",
        "excess_amount": "0.00",
        "released_amount": "4.00",
        "remaining_amount": "0.00",
        "expires_at": "2026-01-15T10:00:00.000Z"
      },
      "void_reason": null,
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "d40404dc-8e52-540c-a25e-d5f270a8c795",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "ef467f5a-4161-5820-b0f6-008fd83b29f8",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "01f4619f215fd43f16282285cc27904d450346a1b12252607753401ca4a251539e",
    "previous_hash": "012a4fda4eac375769899c171247d9193bddcda763e5a2aade9bc0664067bec81e"
  },
  "journal.created": {
    "id": "evt_677fe6d321b6cf5a369742514bc07bd6",
    "ledger_id": "43b62fa4-341f-54e7-a406-5cb09789885d",
    "sequence": 35,
    "type": "journal.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "journal",
      "id": "026d5a7d-68f7-5fe6-8e7c-84844fad7a91"
    },
    "data": {
      "id": "026d5a7d-68f7-5fe6-8e7c-84844fad7a91",
      "ledger_id": "43b62fa4-341f-54e7-a406-5cb09789885d",
      "code": "OLD",
      "name": "Old",
      "description": null,
      "status": "active",
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01677fe6d321b6cf5a369742514bc07bd6497c935caeb8592dbbedb904784aea95",
    "previous_hash": "018a030b039725e1ecdcc855a67a43c6a23a35e3b7e23b3ca99454c6d28d14b3de"
  },
  "journal.updated": {
    "id": "evt_889f9b2a95e37046a841ecf40bfb8df0",
    "ledger_id": "47aa420a-bd17-57a1-9861-631e1aca5f33",
    "sequence": 36,
    "type": "journal.updated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "journal",
      "id": "e536c03b-fdec-5615-a234-1b71d9de764d"
    },
    "data": {
      "id": "e536c03b-fdec-5615-a234-1b71d9de764d",
      "ledger_id": "47aa420a-bd17-57a1-9861-631e1aca5f33",
      "code": "OLD",
      "name": "Old",
      "description": null,
      "status": "closed",
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01889f9b2a95e37046a841ecf40bfb8df0a9aab4ddac7d83c77394458d8ef5a159",
    "previous_hash": "012ad9976ff59faa2d5bc5258eace082d1febe920fb2d655d0c3adef31da10c8a0"
  },
  "period.locked": {
    "id": "evt_d20a38313e506275db4eab745a4db184",
    "ledger_id": "42c7a8d1-555e-51f8-89b5-948f7d33c2ec",
    "sequence": 37,
    "type": "period.locked",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Year closed",
    "subject": {
      "type": "period_lock",
      "id": "bb7c1be7-f446-5cd7-88c1-3c57a5445552"
    },
    "data": {
      "id": "bb7c1be7-f446-5cd7-88c1-3c57a5445552",
      "ledger_id": "42c7a8d1-555e-51f8-89b5-948f7d33c2ec",
      "locked_until": "2025-12-31",
      "reason": "Year closed",
      "created_at": "2026-01-15T10:00:00.000Z",
      "released_at": null,
      "release_reason": null
    },
    "hash": "01d20a38313e506275db4eab745a4db18431b445a1beecfc6c2859ae21f57b1d25",
    "previous_hash": "014e483d3515f6fc4ab3a6664a023909010739db514ea557a15e72decc7afb60d9"
  },
  "period.released": {
    "id": "evt_0d2d11ea9b32ffbfa85c297d8cbefa21",
    "ledger_id": "15868570-998a-566a-b1b3-4889999c4038",
    "sequence": 38,
    "type": "period.released",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Late invoice",
    "subject": {
      "type": "period_lock",
      "id": "24edda3a-dc84-52c2-9dea-d5267eca5c77"
    },
    "data": {
      "id": "24edda3a-dc84-52c2-9dea-d5267eca5c77",
      "ledger_id": "15868570-998a-566a-b1b3-4889999c4038",
      "locked_until": "2025-12-31",
      "reason": "Year closed",
      "created_at": "2026-01-15T10:00:00.000Z",
      "released_at": "2026-01-15T10:00:00.000Z",
      "release_reason": "Late invoice"
    },
    "hash": "010d2d11ea9b32ffbfa85c297d8cbefa21d8c07a56f79a08f7ecb49e581edaa9c8",
    "previous_hash": "0191091096038a335bc6d7dde10d4c4654a8cd79c26b51931fa2c2a07c85642ea1"
  },
  "string_operation.posted": {
    "id": "evt_c21f95f710706d00fd55ab54335e834c",
    "ledger_id": "f9242559-77f1-5585-a706-136a3c2a4430",
    "sequence": 4,
    "type": "string_operation.posted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "string_operation",
      "id": "38529dc5-0d00-59fe-971c-88a7d85682ec"
    },
    "data": {
      "operation": "convert",
      "string_code": "WALLETS",
      "correlation_id": "38529dc5-0d00-59fe-971c-88a7d85682ec",
      "source": {
        "ledger_code": "LEDGER-2",
        "ledger_id": "f9242559-77f1-5585-a706-136a3c2a4430",
        "transaction_id": "8d35cf20-f4f8-575a-91b8-89cfbcfaba01",
        "reference": "FX-1",
        "amount": "10.00"
      },
      "target": {
        "ledger_code": "LEDGER-3",
        "ledger_id": "3a0e0ba6-3487-5b16-a705-885f8d0ae2a6",
        "transaction_id": "85c0a2ca-c78a-5acf-a378-30497cf7e793",
        "reference": "FX-1",
        "amount": "9.20"
      },
      "rate": "0.92",
      "rate_source": "given",
      "rate_at": null,
      "created_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01c21f95f710706d00fd55ab54335e834c2e32142ef9c4ba216e7fc197d3645d7e",
    "previous_hash": "01a6b2dec27c1fdd9a37772141b3f8554ad3c6a40ca7364a571e31d843c449dbc3"
  },
  "trancode.created": {
    "id": "evt_5d551b713e5c61d026fd361e1a41af17",
    "ledger_id": "8fc9f24c-e845-503b-901c-8e8f5ce7baeb",
    "sequence": 39,
    "type": "trancode.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "trancode",
      "id": "5c08636e-9005-5155-9b9d-61ff5d8c00f1"
    },
    "data": {
      "id": "5c08636e-9005-5155-9b9d-61ff5d8c00f1",
      "ledger_id": "8fc9f24c-e845-503b-901c-8e8f5ce7baeb",
      "code": "CARD_SALE",
      "name": "Card sale",
      "description": null,
      "status": "active",
      "version": 1,
      "params_schema": {
        "amount": {
          "required": true,
          "type": "decimal"
        }
      },
      "entries_template": {
        "entries": [
          {
            "account": "TILL",
            "amount": "{params.amount}",
            "type": "debit"
          },
          {
            "account": "SALES",
            "amount": "{params.amount}",
            "type": "credit"
          }
        ]
      },
      "attributes_template": null,
      "validation_rules": null,
      "metadata": {
        "a": [
          1,
          null
        ],
        "note": "ä\"\n"
      },
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "015d551b713e5c61d026fd361e1a41af172d4a4f939b4da1672178aa6db9f74bab",
    "previous_hash": "013b6cb6f4ff85bc107a3fd04f4fbdf9660700a886757f154e874aae63e0b261e7"
  },
  "trancode.deprecated": {
    "id": "evt_ab5e05c638e6856096be8de6d3b8684e",
    "ledger_id": "c68df5ae-cae4-5caf-9ac4-444dd378b3c0",
    "sequence": 40,
    "type": "trancode.deprecated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "trancode",
      "id": "b7b2dc98-d903-590e-a37a-2b8f0c78052a"
    },
    "data": {
      "id": "b7b2dc98-d903-590e-a37a-2b8f0c78052a",
      "ledger_id": "c68df5ae-cae4-5caf-9ac4-444dd378b3c0",
      "code": "CARD_SALE",
      "name": "Card sale",
      "description": null,
      "status": "deprecated",
      "version": 1,
      "params_schema": {
        "amount": {
          "required": true,
          "type": "decimal"
        }
      },
      "entries_template": {
        "entries": [
          {
            "account": "TILL",
            "amount": "{params.amount}",
            "type": "debit"
          },
          {
            "account": "SALES",
            "amount": "{params.amount}",
            "type": "credit"
          }
        ]
      },
      "attributes_template": null,
      "validation_rules": null,
      "metadata": {
        "a": [
          1,
          null
        ],
        "note": "ä\"\n"
      },
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01ab5e05c638e6856096be8de6d3b8684e1abf1b1bde01538e61ed4f0465cedcbd",
    "previous_hash": "0115187386b50c003177cc68c42d1ff6543ee6f0e6d9bf3d921d53b608fa0909c7"
  },
  "transaction.amended": {
    "id": "evt_b61fdb1becddc3ef25486de1850be2e2",
    "ledger_id": "d76e7afe-c228-5ce0-bd90-05f1374ef98e",
    "sequence": 23,
    "type": "transaction.amended",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "The invoice was written later",
    "subject": {
      "type": "transaction",
      "id": "330612cd-ee91-53b0-bea3-5cf1a2cfadb9"
    },
    "data": {
      "transaction_id": "330612cd-ee91-53b0-bea3-5cf1a2cfadb9",
      "before": {
        "description": "Cash sale",
        "reference": null,
        "metadata": null
      },
      "after": {
        "description": "Cash sale",
        "reference": "INV-2026-17",
        "metadata": null
      },
      "amended_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01b61fdb1becddc3ef25486de1850be2e28b38d34ae2ebef8edb2cb7bcdcda40b5",
    "previous_hash": "01b5c6ebbf52e5f31a2fd527239280aa310cf1b9cc7279904dc8e491ccc4e9bf92"
  },
  "transaction.failed": {
    "id": "evt_6deebd9a58d405aef9ee2d208cebdaa2",
    "ledger_id": "26b0e8b0-8fd3-5b63-b046-53ea590db6c5",
    "sequence": 11,
    "type": "transaction.failed",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "BALANCE_LIMIT_EXCEEDED",
    "subject": {
      "type": "transaction",
      "id": "bc6b0bfa-da52-597f-8236-d9c3a509f35f"
    },
    "data": {
      "id": "bc6b0bfa-da52-597f-8236-d9c3a509f35f",
      "ledger_id": "26b0e8b0-8fd3-5b63-b046-53ea590db6c5",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "settled",
      "status": "failed",
      "total_amount": "1.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "1d058e7c-6c41-5bc7-be9e-69bd92457204",
          "account_id": "34f47840-cef0-5dbd-bb4b-13e37925c1b6",
          "account_code": "FULL",
          "account_name": "An account",
          "amount": "1.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "df80aa3f-6e20-56a8-af90-691ac35e9c72",
          "account_id": "13427a27-9e3f-5e26-89ed-4e008e0cd110",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "1.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "a4743af6-9c0b-597a-99ac-d4a7f2b9713a",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-3",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": null,
      "posted_at": null,
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": null,
      "void_reason": null,
      "failure": {
        "code": "BALANCE_LIMIT_EXCEEDED",
        "message": "The settled balance of account FULL would have been 1.00 on 2026-01-15, above its max_balance of 0.00. Send it again under a new idempotency key when the limit allows it."
      },
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": []
    },
    "hash": "016deebd9a58d405aef9ee2d208cebdaa230774574750aba9b9efb4abd4ab4b89b",
    "previous_hash": "01ba86545533a146ae52a450aa159f868630f826cb0e06d6b70cb7983298cba65f"
  },
  "transaction.noted": {
    "id": "evt_70f499370b65907cfbe729afe0da4f50",
    "ledger_id": "19a017e9-04d2-5943-8151-a5e9c26298f4",
    "sequence": 24,
    "type": "transaction.noted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "transaction",
      "id": "1a665fc4-9f8d-520a-b8bc-ae2d34c66a23"
    },
    "data": {
      "id": "9412f630-79ba-53e4-957c-85a0f1817ba1",
      "transaction_id": "1a665fc4-9f8d-520a-b8bc-ae2d34c66a23",
      "text": "Signed by the treasurer",
      "url": "https://documents.example/17",
      "sha256": "5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d",
      "created_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "0170f499370b65907cfbe729afe0da4f5089d69361d79fdd499a27d4ec2aa11e36",
    "previous_hash": "01197eacb91af4db2d4a63165e5e29fd0e357d52c46c24301af2a52fe7b1fffceb"
  },
  "transaction.posted": {
    "id": "evt_030d0322daaa22112048ab13ed8fefff",
    "ledger_id": "2b6a21b7-011c-5971-b954-6e2be882eb5b",
    "sequence": 41,
    "type": "transaction.posted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "transaction",
      "id": "b8c2613c-27b1-5a82-8260-c7234ffd7b63"
    },
    "data": {
      "id": "b8c2613c-27b1-5a82-8260-c7234ffd7b63",
      "ledger_id": "2b6a21b7-011c-5971-b954-6e2be882eb5b",
      "reference": null,
      "description": "Release: expired",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "pending",
      "status": "posted",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "ee2d7ef1-9096-5c1c-b689-449b8fab5ab7",
          "account_id": "f33a60fb-04ca-5da5-8c22-21d39f80a587",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "e6e33239-063d-5fe7-bb12-0895f86e78d6",
          "account_id": "cd168959-f1f3-57fa-8f4f-f43a3062b9fd",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "4321efbb-8dc2-5524-8fc4-8a7fcc0b484a",
      "correlation_id": "294d531f-82ae-5bf3-b958-cc614cba69ec",
      "correlation_type": "release",
      "correlation_source_id": "294d531f-82ae-5bf3-b958-cc614cba69ec",
      "idempotency_key": null,
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 13,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": "294d531f-82ae-5bf3-b958-cc614cba69ec",
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": null,
      "void_reason": null,
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "f33a60fb-04ca-5da5-8c22-21d39f80a587",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "cd168959-f1f3-57fa-8f4f-f43a3062b9fd",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "01030d0322daaa22112048ab13ed8fefff6e807d24089efbdc7f16c65da3393424",
    "previous_hash": "01bd68369f8152bd3d1dcf4fd9a90c14cbde0db95a1d07bf58a79aa3eb7e5418a4"
  },
  "transaction.reversed": {
    "id": "evt_8e0423ae10cc703925d8d161447edc76",
    "ledger_id": "d0b21130-5371-5e89-8c72-9e18fe42272c",
    "sequence": 7,
    "type": "transaction.reversed",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Booked twice",
    "subject": {
      "type": "transaction",
      "id": "9a6df719-d1d6-5176-b4a7-4258b59aaab0"
    },
    "data": {
      "id": "9a6df719-d1d6-5176-b4a7-4258b59aaab0",
      "ledger_id": "d0b21130-5371-5e89-8c72-9e18fe42272c",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "settled",
      "status": "reversed",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "740188a1-1adf-55af-8abf-9d7df9135d9d",
          "account_id": "078b4447-b202-5857-b00f-6b8971e7ad1c",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "c3d68530-b5f7-5869-bec0-95c9258bea6d",
          "account_id": "ce583c34-20a4-52c9-a137-1ae8f75ab1df",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "48ed2f54-5d4c-51db-9390-1c76582f5d6b",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-1",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 1,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": "ad0696a8-3db5-564b-b774-78b752efeb2d",
      "reversed_amount": "10.00",
      "reversal_ids": [
        "5c80b19c-5263-58a6-9907-c89edd22d550",
        "ad0696a8-3db5-564b-b774-78b752efeb2d"
      ],
      "hold": null,
      "void_reason": null,
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "078b4447-b202-5857-b00f-6b8971e7ad1c",
          "account_code": "CASH",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "ce583c34-20a4-52c9-a137-1ae8f75ab1df",
          "account_code": "SALES",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "018e0423ae10cc703925d8d161447edc76bec020a78be9e7ae6ed7aecb9e0e1110",
    "previous_hash": "014df95b5a1ad64c12261e4a2918c89335072a001ce7f62809abc4960d8e523385"
  },
  "transaction.reversed_in_part": {
    "id": "evt_e40ed3dfd6cca4a342774a5dd7f81527",
    "ledger_id": "e75df3d2-6c4b-56bd-81fd-f805bc9deec3",
    "sequence": 5,
    "type": "transaction.reversed_in_part",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Half came back",
    "subject": {
      "type": "transaction",
      "id": "df5994fc-11f0-57c7-aaae-f18ace4e05c6"
    },
    "data": {
      "id": "df5994fc-11f0-57c7-aaae-f18ace4e05c6",
      "ledger_id": "e75df3d2-6c4b-56bd-81fd-f805bc9deec3",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "settled",
      "status": "posted",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "fe49e164-44b6-58e8-8435-22d787e379ff",
          "account_id": "5e0048b8-31c9-59c0-b732-53046ecaa917",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "3e3ec701-736a-57e6-b66c-bae3b2ee78c4",
          "account_id": "32404ad5-a9a9-5318-af4c-b5de7ad230b3",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "95818fc4-1315-5c9e-b31a-05c7c8183c9b",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-1",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 1,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": "d3cabf03-f0ec-574d-b133-808e88c2bbf5",
      "reversed_amount": "4.00",
      "reversal_ids": [
        "d3cabf03-f0ec-574d-b133-808e88c2bbf5"
      ],
      "hold": null,
      "void_reason": null,
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "5e0048b8-31c9-59c0-b732-53046ecaa917",
          "account_code": "CASH",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "6.00"
        },
        {
          "account_id": "32404ad5-a9a9-5318-af4c-b5de7ad230b3",
          "account_code": "SALES",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "6.00"
        }
      ]
    },
    "hash": "01e40ed3dfd6cca4a342774a5dd7f8152768cad972601278c9503154848a2d5012",
    "previous_hash": "018edcce8bc215cd44c7ef132c27579f08414610b2b88dc3b6a2d9f799ee2ffc9c"
  },
  "transaction.voided": {
    "id": "evt_e1c544b9157a0b85ba416e21de98c120",
    "ledger_id": "133ba280-79d1-5a21-b250-f79a9b8dbf8f",
    "sequence": 9,
    "type": "transaction.voided",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Never happened",
    "subject": {
      "type": "transaction",
      "id": "9dbeedd0-9fd2-57bb-b1af-8d3ffe16ace5"
    },
    "data": {
      "id": "9dbeedd0-9fd2-57bb-b1af-8d3ffe16ace5",
      "ledger_id": "133ba280-79d1-5a21-b250-f79a9b8dbf8f",
      "reference": null,
      "description": "Cash sale",
      "effective_date": "2026-01-15T00:00:00.000Z",
      "date": "2026-01-15T00:00:00.000Z",
      "layer": "settled",
      "status": "void",
      "total_amount": "10.00",
      "entry_count": 2,
      "entries": [
        {
          "id": "d8024843-33c0-5e9d-9669-36021291aea4",
          "account_id": "180c124a-2c76-505f-8d7b-0f69c1854d85",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "8ad8d517-bdee-5a29-a6d8-dfeb716e7dfc",
          "account_id": "e682ec6e-84a2-511c-96ba-844ec2d869e1",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "be4326a1-2aca-5cfb-9db5-e9485e727824",
      "correlation_id": null,
      "correlation_type": null,
      "correlation_source_id": null,
      "idempotency_key": "order-2",
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 4,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": null,
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": null,
      "void_reason": "Never happened",
      "failure": null,
      "amended_at": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "180c124a-2c76-505f-8d7b-0f69c1854d85",
          "account_code": "CASH",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "e682ec6e-84a2-511c-96ba-844ec2d869e1",
          "account_code": "SALES",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "01e1c544b9157a0b85ba416e21de98c120d97ff9b6cabaccefd9075c652ce9f5c5",
    "previous_hash": "019615b3659b4817d51227894b9ab34faf7f15a56292fbe7800d82beca3d49f37a"
  }
}"""

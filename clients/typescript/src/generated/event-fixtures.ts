/** An example of each event. Made from docs/openapi.json by `make docs`. */
import type { LedgerEvent } from './models.ts';

export const recordedEvents = {
  "account.created": {
    "id": "evt_80a85ccdca885ffbb769f9c848032285_22",
    "ledger_id": "80a85ccd-ca88-5ffb-b769-f9c848032285",
    "sequence": 22,
    "type": "account.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account",
      "id": "a6258274-5993-53ea-84dc-89c784a8d734"
    },
    "data": {
      "id": "a6258274-5993-53ea-84dc-89c784a8d734",
      "ledger_id": "80a85ccd-ca88-5ffb-b769-f9c848032285",
      "code": "TILL-2",
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
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "012e3423f50965c6fba7b9abf08016d857615f51827fa7321610b047fd6feb85e6",
    "previous_hash": "013023fa2eeb6bd5813789be3814d6d86cee6c5a97ff57452eda8120d46ff74f6f"
  },
  "account.deleted": {
    "id": "evt_db1892e2e65753238228bd283e2afa6d_29",
    "ledger_id": "db1892e2-e657-5323-8228-bd283e2afa6d",
    "sequence": 29,
    "type": "account.deleted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account",
      "id": "a45340c2-ed30-5340-8677-eff1f30333e6"
    },
    "data": {
      "id": "a45340c2-ed30-5340-8677-eff1f30333e6",
      "ledger_id": "db1892e2-e657-5323-8228-bd283e2afa6d",
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
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01bf3c608de26acb7192b5de21463d74cd6956f01ffb673db9b286bd7406c96b69",
    "previous_hash": "015d8882e711647a86135931d3998341359cb762afbf711c6d4c849da4868a1cb4"
  },
  "account.updated": {
    "id": "evt_4b865aa296175cf8abe0eeb063b21cc2_23",
    "ledger_id": "4b865aa2-9617-5cf8-abe0-eeb063b21cc2",
    "sequence": 23,
    "type": "account.updated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account",
      "id": "bb236238-0899-5bc6-aa1c-d483621b40ad"
    },
    "data": {
      "id": "bb236238-0899-5bc6-aa1c-d483621b40ad",
      "ledger_id": "4b865aa2-9617-5cf8-abe0-eeb063b21cc2",
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
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "012bd186681ac8b0d4a078e50a13ddb37cf400ab268871b3dffbc39131af2f3e18",
    "previous_hash": "01b0d6b3644c3cddbace0e4072acfd6bd514e16956d82542a3ee3e813ce3672263"
  },
  "account_set.created": {
    "id": "evt_11947d4a7a3f51268ec330764e0b5ec0_24",
    "ledger_id": "11947d4a-7a3f-5126-8ec3-30764e0b5ec0",
    "sequence": 24,
    "type": "account_set.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "affc493e-0f42-5a29-8fa8-4a22f2e2f64f"
    },
    "data": {
      "id": "affc493e-0f42-5a29-8fa8-4a22f2e2f64f",
      "ledger_id": "11947d4a-7a3f-5126-8ec3-30764e0b5ec0",
      "code": "TILLS",
      "name": "Tills",
      "description": null,
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "011c881bb6562ad1a94078e748a8f66f5aed7495ef3a9b6c30a71eb326d70438a2",
    "previous_hash": "013492e4c36b2fe84e9bd8e0db099af60494c928d0dcaaa67a9b9a98adc291cb2c"
  },
  "account_set.deleted": {
    "id": "evt_24df910b2058590aabd149c152dc5fbf_28",
    "ledger_id": "24df910b-2058-590a-abd1-49c152dc5fbf",
    "sequence": 28,
    "type": "account_set.deleted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "23718426-1364-5a45-88d0-804958236013"
    },
    "data": {
      "id": "23718426-1364-5a45-88d0-804958236013",
      "ledger_id": "24df910b-2058-590a-abd1-49c152dc5fbf",
      "code": "TILLS",
      "name": "All tills",
      "description": null,
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "017975fe290f5cb39ddcb786d4bf9708839a4c8837d15d69de757444668608f08c",
    "previous_hash": "01395f6e2c43e82c147baded132c5415f518d3ccefc53c353a9c22837d3dd600c7"
  },
  "account_set.member_added": {
    "id": "evt_23f130e4ab555cb6b92e3e9d7fc09cc3_26",
    "ledger_id": "23f130e4-ab55-5cb6-b92e-3e9d7fc09cc3",
    "sequence": 26,
    "type": "account_set.member_added",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "5b27e018-4cd8-5e67-9a4e-fccf4cb7958b"
    },
    "data": {
      "account_set_id": "5b27e018-4cd8-5e67-9a4e-fccf4cb7958b",
      "member_type": "account",
      "member_id": "6590af4e-3928-5b4e-b029-3f6527fbf1c2",
      "created_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "0101152c569e386ea69a97f490c27d53428e9349593a4b941986cad05133548406",
    "previous_hash": "012be29be5a9229af5c9845edff756dd1abf97d88d993d97f61fc809aae74024a6"
  },
  "account_set.member_removed": {
    "id": "evt_8302ab0cf3b45280ba9885f4b364d2e2_27",
    "ledger_id": "8302ab0c-f3b4-5280-ba98-85f4b364d2e2",
    "sequence": 27,
    "type": "account_set.member_removed",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "70767a90-9519-5faf-b988-bad9f8d08dd1"
    },
    "data": {
      "account_set_id": "70767a90-9519-5faf-b988-bad9f8d08dd1",
      "member_type": "account",
      "member_id": "1970b45c-c39e-5942-a62e-b07529b44266",
      "created_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "0122eda7c22d7395fe50bf769f7005e29cc7956843b8848c248d149c5760cbf5db",
    "previous_hash": "0144af8f6ece5f3d8a7470de4861911b0627380e26c1a74be378c9c1b1c0c41e1f"
  },
  "account_set.updated": {
    "id": "evt_b8911703b8cf5f799addfbe1b0064ed8_25",
    "ledger_id": "b8911703-b8cf-5f79-9add-fbe1b0064ed8",
    "sequence": 25,
    "type": "account_set.updated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "account_set",
      "id": "39f10ace-233a-5ed1-9da7-cfa642c8f91c"
    },
    "data": {
      "id": "39f10ace-233a-5ed1-9da7-cfa642c8f91c",
      "ledger_id": "b8911703-b8cf-5f79-9add-fbe1b0064ed8",
      "code": "TILLS",
      "name": "All tills",
      "description": null,
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01db464b5c2993e8728eb1a18c30c014b13956a82e1de8d9bca93553dd05e79a10",
    "previous_hash": "01f5749500acc20a1f6b4c1a6d896a89c03afd0c1e9870ff91f4880a7eb714dfb1"
  },
  "hold.expired": {
    "id": "evt_03ac9af5964c5acca5bd4c3660e57326_37",
    "ledger_id": "03ac9af5-964c-5acc-a5bd-4c3660e57326",
    "sequence": 37,
    "type": "hold.expired",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "expired",
    "subject": {
      "type": "transaction",
      "id": "df5f4ef5-df69-55da-bf8c-aee0df9d9639"
    },
    "data": {
      "id": "df5f4ef5-df69-55da-bf8c-aee0df9d9639",
      "ledger_id": "03ac9af5-964c-5acc-a5bd-4c3660e57326",
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
          "id": "a851bb0e-6bef-5460-a09a-09b0e9369f0a",
          "account_id": "02980e14-b992-5d18-93fb-1886d5dbca24",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "37b1f203-9f7c-5a34-be30-3a90c364dfbc",
          "account_id": "8af80af1-93c0-5f1b-9357-92030826ae7e",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "e27dc474-4cdf-54d6-a403-734c5ba34cdc",
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
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "02980e14-b992-5d18-93fb-1886d5dbca24",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "8af80af1-93c0-5f1b-9357-92030826ae7e",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "01417b038ecb03605911a574182f9473925eec42d4d66926fc88c0634017917d6e",
    "previous_hash": "01e0a00b09a3d840620bc0e25c04ff0150a0b5b00d6777eb9a8325629e95653d35"
  },
  "hold.extended": {
    "id": "evt_21de0c9357685641a5107c90a4d1c5d3_18",
    "ledger_id": "21de0c93-5768-5641-a510-7c90a4d1c5d3",
    "sequence": 18,
    "type": "hold.extended",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "expires at 2026-01-15T10:02:00.000Z, not 2026-01-15T10:01:00.000Z",
    "subject": {
      "type": "transaction",
      "id": "5de92e8f-ad4e-56a2-a87f-a97ffecfa7e5"
    },
    "data": {
      "id": "5de92e8f-ad4e-56a2-a87f-a97ffecfa7e5",
      "ledger_id": "21de0c93-5768-5641-a510-7c90a4d1c5d3",
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
          "id": "5c763063-b162-5366-9261-c8592c4709e1",
          "account_id": "db8ac387-325f-5d98-9501-f763a30a5155",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "7e12d2b8-3306-5f0e-b0ba-03889affd25a",
          "account_id": "d9f2e1cf-f097-54b7-91ab-2ac32d8a2de6",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "a0c39945-021d-5b32-a91d-ea257fe21dbd",
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
          "account_id": "db8ac387-325f-5d98-9501-f763a30a5155",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "12.00"
        },
        {
          "account_id": "d9f2e1cf-f097-54b7-91ab-2ac32d8a2de6",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "12.00"
        }
      ]
    },
    "hash": "0119a45727b2613e915d10908255a61435082711250a6dacf4c9e776361b33e977",
    "previous_hash": "0116d553377accef25feb3263718a1e42d4b2ecded65d89197e7b1a0bcba997aa2"
  },
  "hold.released": {
    "id": "evt_1810d26726cf5d01b98ffa5e0940ee99_20",
    "ledger_id": "1810d267-26cf-5d01-b98f-fa5e0940ee99",
    "sequence": 20,
    "type": "hold.released",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Cancelled",
    "subject": {
      "type": "transaction",
      "id": "7ded42e4-a997-5c1d-bbd5-0d8dc2664b3a"
    },
    "data": {
      "id": "7ded42e4-a997-5c1d-bbd5-0d8dc2664b3a",
      "ledger_id": "1810d267-26cf-5d01-b98f-fa5e0940ee99",
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
          "id": "9a25b4e8-7352-59e9-aa6e-003c5ecddfbd",
          "account_id": "179e3b7b-a318-586d-9aa7-201b558c40ef",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "751e2fcd-12b4-5ec7-9881-d15ba14f2eb4",
          "account_id": "77e37768-fd92-5d0e-ac92-cab794063753",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "9e3eaaf8-49e1-5e9a-bcdc-b0d8f771f3a0",
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
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "179e3b7b-a318-586d-9aa7-201b558c40ef",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "77e37768-fd92-5d0e-ac92-cab794063753",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "016b6433cd9d10b54491020cf9b3f126104b1614da5a20407625332f2246a51a23",
    "previous_hash": "01ee7ad3d42aba3885db1e5dc96fbbc091198acebb247620e47e6cf74e0c965e6b"
  },
  "hold.settled": {
    "id": "evt_15bdcbbfd7de5ba8bbaefa2cbe5ad983_14",
    "ledger_id": "15bdcbbf-d7de-5ba8-bbae-fa2cbe5ad983",
    "sequence": 14,
    "type": "hold.settled",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "transaction",
      "id": "93587c4d-d9ed-57fa-837b-92ddce38d4ef"
    },
    "data": {
      "id": "93587c4d-d9ed-57fa-837b-92ddce38d4ef",
      "ledger_id": "15bdcbbf-d7de-5ba8-bbae-fa2cbe5ad983",
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
          "id": "7f1ca395-8143-5efb-b3bf-ee27e42907e7",
          "account_id": "adecee3c-d4b4-5b52-82eb-4bbbc94f1bd0",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "d40404dc-8e52-540c-a25e-d5f270a8c795",
          "account_id": "70747aa1-5015-5f79-8e09-bcc699c3e65b",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "ef467f5a-4161-5820-b0f6-008fd83b29f8",
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
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "adecee3c-d4b4-5b52-82eb-4bbbc94f1bd0",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "70747aa1-5015-5f79-8e09-bcc699c3e65b",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "01be51e96c337ce8013088a2c088601da21b8606554b8c17c8ee00d279037af52e",
    "previous_hash": "012a4fda4eac375769899c171247d9193bddcda763e5a2aade9bc0664067bec81e"
  },
  "journal.created": {
    "id": "evt_70101f5bc2cd55a19b431c6763e6a218_30",
    "ledger_id": "70101f5b-c2cd-55a1-9b43-1c6763e6a218",
    "sequence": 30,
    "type": "journal.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "journal",
      "id": "43b62fa4-341f-54e7-a406-5cb09789885d"
    },
    "data": {
      "id": "43b62fa4-341f-54e7-a406-5cb09789885d",
      "ledger_id": "70101f5b-c2cd-55a1-9b43-1c6763e6a218",
      "code": "OLD",
      "name": "Old",
      "description": null,
      "status": "active",
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "015b7137b2ab96145d220ade0600c642849d0987b835f1fec1a3b70ad9441d2236",
    "previous_hash": "018a030b039725e1ecdcc855a67a43c6a23a35e3b7e23b3ca99454c6d28d14b3de"
  },
  "journal.updated": {
    "id": "evt_2cbbd9d808ae51479a64603476928dc6_31",
    "ledger_id": "2cbbd9d8-08ae-5147-9a64-603476928dc6",
    "sequence": 31,
    "type": "journal.updated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "journal",
      "id": "47aa420a-bd17-57a1-9861-631e1aca5f33"
    },
    "data": {
      "id": "47aa420a-bd17-57a1-9861-631e1aca5f33",
      "ledger_id": "2cbbd9d8-08ae-5147-9a64-603476928dc6",
      "code": "OLD",
      "name": "Old",
      "description": null,
      "status": "closed",
      "metadata": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "01428eac90095005d61593f917ffd096ebda8f38cd2f4e0a03b287fe4c201e6960",
    "previous_hash": "012ad9976ff59faa2d5bc5258eace082d1febe920fb2d655d0c3adef31da10c8a0"
  },
  "period.locked": {
    "id": "evt_90de9a141cb85a64b6c2240a4bd2bc90_32",
    "ledger_id": "90de9a14-1cb8-5a64-b6c2-240a4bd2bc90",
    "sequence": 32,
    "type": "period.locked",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Year closed",
    "subject": {
      "type": "period_lock",
      "id": "42c7a8d1-555e-51f8-89b5-948f7d33c2ec"
    },
    "data": {
      "id": "42c7a8d1-555e-51f8-89b5-948f7d33c2ec",
      "ledger_id": "90de9a14-1cb8-5a64-b6c2-240a4bd2bc90",
      "locked_until": "2025-12-31",
      "reason": "Year closed",
      "created_at": "2026-01-15T10:00:00.000Z",
      "released_at": null,
      "release_reason": null
    },
    "hash": "017252a706f94c12a0cd3d39cd0bbbf076c63034dfe462c8be11bb321bcb9bec80",
    "previous_hash": "014e483d3515f6fc4ab3a6664a023909010739db514ea557a15e72decc7afb60d9"
  },
  "period.released": {
    "id": "evt_97ae51db528555d08b6bd82af2426937_33",
    "ledger_id": "97ae51db-5285-55d0-8b6b-d82af2426937",
    "sequence": 33,
    "type": "period.released",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Late invoice",
    "subject": {
      "type": "period_lock",
      "id": "15868570-998a-566a-b1b3-4889999c4038"
    },
    "data": {
      "id": "15868570-998a-566a-b1b3-4889999c4038",
      "ledger_id": "97ae51db-5285-55d0-8b6b-d82af2426937",
      "locked_until": "2025-12-31",
      "reason": "Year closed",
      "created_at": "2026-01-15T10:00:00.000Z",
      "released_at": "2026-01-15T10:00:00.000Z",
      "release_reason": "Late invoice"
    },
    "hash": "01e6a0ea1d0c31af136e9df339605bfaa6d036c0c224f59ddc22560361c5c2f052",
    "previous_hash": "0191091096038a335bc6d7dde10d4c4654a8cd79c26b51931fa2c2a07c85642ea1"
  },
  "string_operation.posted": {
    "id": "evt_bc8d6500398a5e67826e925337110062_4",
    "ledger_id": "bc8d6500-398a-5e67-826e-925337110062",
    "sequence": 4,
    "type": "string_operation.posted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "string_operation",
      "id": "f9242559-77f1-5585-a706-136a3c2a4430"
    },
    "data": {
      "operation": "convert",
      "string_code": "WALLETS",
      "correlation_id": "f9242559-77f1-5585-a706-136a3c2a4430",
      "source": {
        "ledger_code": "LEDGER-2",
        "ledger_id": "bc8d6500-398a-5e67-826e-925337110062",
        "transaction_id": "38529dc5-0d00-59fe-971c-88a7d85682ec",
        "reference": "FX-1",
        "amount": "10.00"
      },
      "target": {
        "ledger_code": "LEDGER-3",
        "ledger_id": "8d35cf20-f4f8-575a-91b8-89cfbcfaba01",
        "transaction_id": "3a0e0ba6-3487-5b16-a705-885f8d0ae2a6",
        "reference": "FX-1",
        "amount": "9.20"
      },
      "rate": "0.92",
      "rate_source": "given",
      "rate_at": null,
      "created_at": "2026-01-15T10:00:00.000Z"
    },
    "hash": "017a623de94154ab5bb4a2301a31e5c54a4236a2443879c906276e661ac3b6702c",
    "previous_hash": "01a6b2dec27c1fdd9a37772141b3f8554ad3c6a40ca7364a571e31d843c449dbc3"
  },
  "trancode.created": {
    "id": "evt_c70c1195b5185f4c9a89b7508f973982_34",
    "ledger_id": "c70c1195-b518-5f4c-9a89-b7508f973982",
    "sequence": 34,
    "type": "trancode.created",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "trancode",
      "id": "8fc9f24c-e845-503b-901c-8e8f5ce7baeb"
    },
    "data": {
      "id": "8fc9f24c-e845-503b-901c-8e8f5ce7baeb",
      "ledger_id": "c70c1195-b518-5f4c-9a89-b7508f973982",
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
    "hash": "01d0f0f0c45e6dbab97e090975a9710cabe80cd9340338a8b3edd9fef9a3c0d84c",
    "previous_hash": "013b6cb6f4ff85bc107a3fd04f4fbdf9660700a886757f154e874aae63e0b261e7"
  },
  "trancode.deprecated": {
    "id": "evt_cb7f642091225cfd9f2cabe8dd364965_35",
    "ledger_id": "cb7f6420-9122-5cfd-9f2c-abe8dd364965",
    "sequence": 35,
    "type": "trancode.deprecated",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "trancode",
      "id": "c68df5ae-cae4-5caf-9ac4-444dd378b3c0"
    },
    "data": {
      "id": "c68df5ae-cae4-5caf-9ac4-444dd378b3c0",
      "ledger_id": "cb7f6420-9122-5cfd-9f2c-abe8dd364965",
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
    "hash": "019e7b5d6f52401f0583273f878030d14d36595b4198c90c241278befce95df1cb",
    "previous_hash": "0115187386b50c003177cc68c42d1ff6543ee6f0e6d9bf3d921d53b608fa0909c7"
  },
  "transaction.failed": {
    "id": "evt_89633e766186537ea04bf46c08c6059c_11",
    "ledger_id": "89633e76-6186-537e-a04b-f46c08c6059c",
    "sequence": 11,
    "type": "transaction.failed",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "BALANCE_LIMIT_EXCEEDED",
    "subject": {
      "type": "transaction",
      "id": "26b0e8b0-8fd3-5b63-b046-53ea590db6c5"
    },
    "data": {
      "id": "26b0e8b0-8fd3-5b63-b046-53ea590db6c5",
      "ledger_id": "89633e76-6186-537e-a04b-f46c08c6059c",
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
          "id": "bc6b0bfa-da52-597f-8236-d9c3a509f35f",
          "account_id": "1d058e7c-6c41-5bc7-be9e-69bd92457204",
          "account_code": "FULL",
          "account_name": "An account",
          "amount": "1.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "34f47840-cef0-5dbd-bb4b-13e37925c1b6",
          "account_id": "df80aa3f-6e20-56a8-af90-691ac35e9c72",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "1.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "13427a27-9e3f-5e26-89ed-4e008e0cd110",
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
        "message": "The settled balance of account FULL would have been 1.00 on 2026-01-15, above its max_balance of 0.00."
      },
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": []
    },
    "hash": "01cfcef40490702a751c2ed554a20e68c6adf2ffd50c0361a57e418bf5330bd7c9",
    "previous_hash": "01ba86545533a146ae52a450aa159f868630f826cb0e06d6b70cb7983298cba65f"
  },
  "transaction.posted": {
    "id": "evt_1b8dc1fda8185d9e882e7deb11680632_36",
    "ledger_id": "1b8dc1fd-a818-5d9e-882e-7deb11680632",
    "sequence": 36,
    "type": "transaction.posted",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": null,
    "subject": {
      "type": "transaction",
      "id": "2b6a21b7-011c-5971-b954-6e2be882eb5b"
    },
    "data": {
      "id": "2b6a21b7-011c-5971-b954-6e2be882eb5b",
      "ledger_id": "1b8dc1fd-a818-5d9e-882e-7deb11680632",
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
          "id": "b8c2613c-27b1-5a82-8260-c7234ffd7b63",
          "account_id": "ee2d7ef1-9096-5c1c-b689-449b8fab5ab7",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "credit",
          "layer": "pending",
          "description": null,
          "metadata": null
        },
        {
          "id": "f33a60fb-04ca-5da5-8c22-21d39f80a587",
          "account_id": "e6e33239-063d-5fe7-bb12-0895f86e78d6",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "debit",
          "layer": "pending",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "cd168959-f1f3-57fa-8f4f-f43a3062b9fd",
      "correlation_id": "4321efbb-8dc2-5524-8fc4-8a7fcc0b484a",
      "correlation_type": "release",
      "correlation_source_id": "4321efbb-8dc2-5524-8fc4-8a7fcc0b484a",
      "idempotency_key": null,
      "metadata": null,
      "attributes": null,
      "transaction_code": null,
      "transaction_code_version": null,
      "batch_id": null,
      "sequence": 12,
      "posted_at": "2026-01-15T10:00:00.000Z",
      "reverses_transaction_id": null,
      "releases_transaction_id": "4321efbb-8dc2-5524-8fc4-8a7fcc0b484a",
      "settles_transaction_id": null,
      "extends_transaction_id": null,
      "reversed_by_transaction_id": null,
      "reversed_amount": "0.00",
      "reversal_ids": [],
      "hold": null,
      "void_reason": null,
      "failure": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "ee2d7ef1-9096-5c1c-b689-449b8fab5ab7",
          "account_code": "CASH",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "e6e33239-063d-5fe7-bb12-0895f86e78d6",
          "account_code": "SALES",
          "layer": "pending",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "0190a7372b1fe52684e65d5e9289adebd35b83e6e68f66bf95522e8a5a311f0590",
    "previous_hash": "01bd68369f8152bd3d1dcf4fd9a90c14cbde0db95a1d07bf58a79aa3eb7e5418a4"
  },
  "transaction.reversed": {
    "id": "evt_1ad046a520525a81acf8624d39874891_7",
    "ledger_id": "1ad046a5-2052-5a81-acf8-624d39874891",
    "sequence": 7,
    "type": "transaction.reversed",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Booked twice",
    "subject": {
      "type": "transaction",
      "id": "d0b21130-5371-5e89-8c72-9e18fe42272c"
    },
    "data": {
      "id": "d0b21130-5371-5e89-8c72-9e18fe42272c",
      "ledger_id": "1ad046a5-2052-5a81-acf8-624d39874891",
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
          "id": "9a6df719-d1d6-5176-b4a7-4258b59aaab0",
          "account_id": "740188a1-1adf-55af-8abf-9d7df9135d9d",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "078b4447-b202-5857-b00f-6b8971e7ad1c",
          "account_id": "c3d68530-b5f7-5869-bec0-95c9258bea6d",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "ce583c34-20a4-52c9-a137-1ae8f75ab1df",
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
      "reversed_by_transaction_id": "48ed2f54-5d4c-51db-9390-1c76582f5d6b",
      "reversed_amount": "10.00",
      "reversal_ids": [
        "ad0696a8-3db5-564b-b774-78b752efeb2d",
        "48ed2f54-5d4c-51db-9390-1c76582f5d6b"
      ],
      "hold": null,
      "void_reason": null,
      "failure": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "740188a1-1adf-55af-8abf-9d7df9135d9d",
          "account_code": "CASH",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "c3d68530-b5f7-5869-bec0-95c9258bea6d",
          "account_code": "SALES",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "011d4b1113c0fa55ef1c9aaba846f91712d0d3855aa421697c6f1f700b098964c5",
    "previous_hash": "014df95b5a1ad64c12261e4a2918c89335072a001ce7f62809abc4960d8e523385"
  },
  "transaction.reversed_in_part": {
    "id": "evt_fc15ee8e4365500fb247a5370473922b_5",
    "ledger_id": "fc15ee8e-4365-500f-b247-a5370473922b",
    "sequence": 5,
    "type": "transaction.reversed_in_part",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Half came back",
    "subject": {
      "type": "transaction",
      "id": "e75df3d2-6c4b-56bd-81fd-f805bc9deec3"
    },
    "data": {
      "id": "e75df3d2-6c4b-56bd-81fd-f805bc9deec3",
      "ledger_id": "fc15ee8e-4365-500f-b247-a5370473922b",
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
          "id": "df5994fc-11f0-57c7-aaae-f18ace4e05c6",
          "account_id": "fe49e164-44b6-58e8-8435-22d787e379ff",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "5e0048b8-31c9-59c0-b732-53046ecaa917",
          "account_id": "3e3ec701-736a-57e6-b66c-bae3b2ee78c4",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "32404ad5-a9a9-5318-af4c-b5de7ad230b3",
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
      "reversed_by_transaction_id": "95818fc4-1315-5c9e-b31a-05c7c8183c9b",
      "reversed_amount": "4.00",
      "reversal_ids": [
        "95818fc4-1315-5c9e-b31a-05c7c8183c9b"
      ],
      "hold": null,
      "void_reason": null,
      "failure": null,
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "fe49e164-44b6-58e8-8435-22d787e379ff",
          "account_code": "CASH",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "6.00"
        },
        {
          "account_id": "3e3ec701-736a-57e6-b66c-bae3b2ee78c4",
          "account_code": "SALES",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "6.00"
        }
      ]
    },
    "hash": "01c53c6bbdf9903701504a34e034624a59e40a0d0269b1c6f573b5818667e01a2d",
    "previous_hash": "018edcce8bc215cd44c7ef132c27579f08414610b2b88dc3b6a2d9f799ee2ffc9c"
  },
  "transaction.voided": {
    "id": "evt_384b1a67149555699a76326b2042c20f_9",
    "ledger_id": "384b1a67-1495-5569-9a76-326b2042c20f",
    "sequence": 9,
    "type": "transaction.voided",
    "occurred_at": "2026-01-15T10:00:00.000Z",
    "actor": "7f3k9q2m5x1b",
    "reason": "Never happened",
    "subject": {
      "type": "transaction",
      "id": "133ba280-79d1-5a21-b250-f79a9b8dbf8f"
    },
    "data": {
      "id": "133ba280-79d1-5a21-b250-f79a9b8dbf8f",
      "ledger_id": "384b1a67-1495-5569-9a76-326b2042c20f",
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
          "id": "9dbeedd0-9fd2-57bb-b1af-8d3ffe16ace5",
          "account_id": "d8024843-33c0-5e9d-9669-36021291aea4",
          "account_code": "CASH",
          "account_name": "Cash at hand",
          "amount": "10.00",
          "type": "debit",
          "layer": "settled",
          "description": null,
          "metadata": null
        },
        {
          "id": "180c124a-2c76-505f-8d7b-0f69c1854d85",
          "account_id": "8ad8d517-bdee-5a29-a6d8-dfeb716e7dfc",
          "account_code": "SALES",
          "account_name": "Sales",
          "amount": "10.00",
          "type": "credit",
          "layer": "settled",
          "description": null,
          "metadata": null
        }
      ],
      "journal_id": "e682ec6e-84a2-511c-96ba-844ec2d869e1",
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
      "created_at": "2026-01-15T10:00:00.000Z",
      "updated_at": "2026-01-15T10:00:00.000Z",
      "extension": null,
      "balances": [
        {
          "account_id": "d8024843-33c0-5e9d-9669-36021291aea4",
          "account_code": "CASH",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        },
        {
          "account_id": "8ad8d517-bdee-5a29-a6d8-dfeb716e7dfc",
          "account_code": "SALES",
          "layer": "settled",
          "as_of_date": "2026-01-15",
          "balance": "0.00"
        }
      ]
    },
    "hash": "01eec675e8148d90bc8a0a2aaa7b0e3cc432e5ade8b648a6eecf23564d84b9851e",
    "previous_hash": "019615b3659b4817d51227894b9ab34faf7f15a56292fbe7800d82beca3d49f37a"
  }
} as unknown as Readonly<Record<string, LedgerEvent>>;

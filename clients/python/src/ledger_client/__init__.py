"""The typed client of the ledger's API, in a synchronous and an asyncio version."""

from . import models
from ._asking import SentRequest
from ._files import AsyncLedgerFile, LedgerFile
from ._listing import AsyncListing, Listing, Page
from .client import AsyncLedgerClient, LedgerClient
from .errors import LedgerError, LedgerRefusal, LedgerUnreachable, TransactionFailed, TransactionPending
from .receipts import (
    ProvenCosignature,
    ProvenEntry,
    ProvenGrowth,
    ProvenRecord,
    ProvenTransaction,
    ReceiptVerificationError,
    verify_consistency,
    verify_receipt,
)
from .webhooks import WebhookTest, WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncLedgerClient",
    "AsyncLedgerFile",
    "AsyncListing",
    "LedgerClient",
    "LedgerError",
    "LedgerFile",
    "LedgerRefusal",
    "LedgerUnreachable",
    "Listing",
    "Page",
    "ProvenCosignature",
    "ProvenEntry",
    "ProvenGrowth",
    "ProvenRecord",
    "ProvenTransaction",
    "ReceiptVerificationError",
    "SentRequest",
    "TransactionFailed",
    "TransactionPending",
    "WebhookTest",
    "WebhookVerificationError",
    "models",
    "verify_consistency",
    "verify_receipt",
    "verify_webhook",
]

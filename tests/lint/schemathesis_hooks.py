"""What schemathesis should not send: it says nothing of the service (make fuzz-document)."""

import schemathesis

# The HTTP parser answers what is longer, with 431 and no body.
MAX_QUERY_CHARACTERS = 4_000


@schemathesis.hook
def filter_query(context, query):
    return sum(len(str(value)) for value in (query or {}).values()) < MAX_QUERY_CHARACTERS


@schemathesis.hook
def filter_headers(context, headers):
    # No API can refuse headers that it does not know: proxies add them.
    return "x-schemathesis-unknown-property" not in (headers or {})

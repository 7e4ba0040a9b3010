# Functions that install Python tools at pinned versions, into a virtual environment of their own.
# Usage: . tests/lint/tools.sh; tool_at openapi-python-client==0.29.1 || skip
tools=.tools

skip() {
  echo "$1: skipped, because $2"
  exit 0
}

# Installs a package unless it is installed; fails if Python or the registry is missing.
tool_at() {
  command -v python3 > /dev/null || return 1
  [ -x "$tools/bin/python" ] || python3 -m venv "$tools" 2> /dev/null || return 1
  marker="$tools/$1.installed"
  [ -e "$marker" ] && return 0
  "$tools/bin/pip" install --quiet --disable-pip-version-check "$1" && touch "$marker"
}

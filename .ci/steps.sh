# What the scripts of this folder have in common: steps, builds, and what a built tool must do.

exec </dev/null
export CI=true NO_COLOR=1
export SHEAF_STRICT=1 # Package.swift turns warnings into errors, in our targets only

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed_steps=0

# Runs one step and says how long it took.
step() {
  local name=$1 began=$SECONDS
  shift
  echo "== $name"
  if "$@"; then
    echo "== $name: done in $((SECONDS - began)) s"
  else
    echo "== $name: FAILED after $((SECONDS - began)) s"
    return 1
  fi
}

# No debugger reads what is built here, and information for one is a tenth of the work. Tests are found by the index.
build() {
  swift build -debug-info-format none --explicit-target-dependency-import-check error "$@"
}

# The large part of Foundation and what makes requests are not loaded at the start; they would be most of it.
light_start() {
  command -v ldd >/dev/null || return 0
  ! ldd "$tool" | grep -E 'libFoundation(Networking|Internationalization)?\.so|libcurl'
}

# No state that the sheets can reach breaks a check, but for the form that is wrong, which has two, as it says. Those whose rows
# are sheets have too many states, and the months of a loan take long.
explore_sheets() {
  local sheet explored=()
  for sheet in sheets/*/*.sheet; do
    case $sheet in
      */PersonAddingDecide.sheet | */PeopleList.sheet | */choices.sheet | */amortisation.sheet) ;;
      *) explored+=("$sheet") ;;
    esac
  done
  "$tool" explore "${explored[@]}" >"$logs/forms" || {
    cat "$logs/forms"
    return 1
  }
  grep -q 'form: 12 pairs, 3 valid, 9 unreachable' "$logs/forms" || return 1
  if "$tool" explore sheets/people-crm/PersonAddingDecide.sheet >"$logs/decide" 2>&1; then return 1; fi
  grep -q '2 checks are broken' "$logs/decide"
}

# Neovim from the distribution, where it can be installed within two minutes.
install_neovim() {
  command -v nvim >/dev/null && return 0
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return 1
  timeout 120 sh -c 'apt-get update && apt-get install -y --no-install-recommends neovim' >"$logs/neovim" 2>&1
}

# A real editor plays a session with the language server: open, type, complete, rename, save.
editor_session() {
  if ! install_neovim; then
    echo "there is no Neovim, and none can be installed; skipped"
    return 0
  fi
  SHEAF=$tool timeout 120 nvim --headless --clean -u Tests/Editors/neovim.lua >"$logs/editor" 2>&1 || {
    cat "$logs/editor"
    return 1
  }
}

# What is piped in comes out as the README says.
pipe_example() {
  local expected actual
  expected=$(printf 'A 20\nB 10\nC 70\nA 20 → 30\nC 70 → 80\n')
  actual=$(printf 'A = 20\nB = 10\nC = (A + 50) + (B - 10)\nA = 30\n' | "$tool")
  diff <(echo "$expected") <(echo "$actual")
}

# Writes the sheets of the README, each to the file that its first line names, into a folder.
readme_sheets() {
  awk -v folder="$1" '
    $0 == "```" { file = "" }
    file != "" { print > file }
    /^\/\/ [^ ]+\.sheet$/ && opened { file = folder "/" $2; print > file }
    { opened = ($0 == "```sheet") }' README.md
}

# What the README shows of its sheets is what the tool prints, but for blanks at the ends of lines.
readme_session() {
  local folder="$logs/readme" line
  mkdir -p "$folder"
  readme_sheets "$folder"
  # What is typed at the prompt is played by the tests.
  awk '$0 == "```" || $0 == "$ sheaf" { inside = 0 } inside { print } $0 == "```console" { inside = 1 }' \
    README.md >"$logs/expected"
  while IFS= read -r line; do
    case $line in
      '$ sheaf '*)
        echo "$line"
        # The words of the README, split at spaces.
        (cd "$folder" && "$tool" ${line#'$ sheaf '} 2>&1 </dev/null) || true
        ;;
    esac
  done <"$logs/expected" | sed 's/ *$//' >"$logs/actual"
  diff "$logs/expected" "$logs/actual"
}

# All that can be seen of a built tool from outside.
#
# usage: tool_steps PATH
tool_steps() {
  tool=$1
  step "what is loaded" light_start || failed_steps=1
  step "example sheets: tests" "$tool" test sheets || failed_steps=1
  step "example sheets: explore" explore_sheets || failed_steps=1
  step "example sheets: check" "$tool" check sheets --fail-on warning || failed_steps=1
  step "editor: a session in Neovim" editor_session || failed_steps=1
  step "README: pipe" pipe_example || failed_steps=1
  step "README: sheet and session" readme_session || failed_steps=1
}

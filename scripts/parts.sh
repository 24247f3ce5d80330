# What a script makes ready once and again only when it is out of date. To be sourced by bash, with
#   made       the folder of the stamps and logs
#   maker      the name that stands before what is told
#   broken     a function that tells why nothing can go on, and ends the script
# File descriptor 8 is that of the caller's lock, which what is made must not hold.

# digest FILES… [-- WORDS…]: one hash over files, over all files in folders, and over the words.
digest() {
  local paths=()
  while (($# > 0)) && [[ $1 != -- ]]; do paths+=("$1"); shift; done
  { find "${paths[@]}" -type f ! -name '*.test.ts' -print0 | sort -z | xargs -0 sha256sum; echo "$@"; } | sha256sum | cut -d' ' -f1
}

# part NAME PRODUCT DIGEST COMMAND…: runs the command unless the product is there and was made from the same digest.
part() {
  local name=$1 product=$2 digest=$3 started=$SECONDS stamp="$made/$1.stamp" log="$made/$1.log"
  shift 3
  if [[ -e $product && -f $stamp && $(<"$stamp") == "$digest" ]]; then return; fi
  echo "$maker: $name …"
  rm -f "$stamp"
  if ! "$@" >"$log" 2>&1 8>&-; then
    cat "$log" >&2
    broken "$maker: $name failed after $((SECONDS - started)) s"
  fi
  echo "$digest" >"$stamp"
  echo "$maker: $name took $((SECONDS - started)) s"
}

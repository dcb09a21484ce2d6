# Of every shell script beside it: --help shows the comment that the script begins with.
case "${1:-}" in
  -h | --help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0" || exit 1
    exit 0 ;;
esac

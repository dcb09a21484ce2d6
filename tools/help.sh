# Sourced by the shell scripts beside it: --help shows the script's first comment.
case "${1:-}" in
  -h | --help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0" || exit 1
    exit 0 ;;
esac

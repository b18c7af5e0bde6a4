"""Without the kernel its tests are not collected; the last lines of the run say so."""

from arena import kernel

collect_ignore_glob = [] if kernel.available() else ["test_[!w]*.py"]

"""extract.py DOCUMENT FILE: writes the document's block of C++ into the file."""
import re
import sys

with open(sys.argv[1]) as f:
    blocks = re.findall(r"^```cpp\n(.*?)^```", f.read(), re.M | re.S)
if len(blocks) != 1:
    sys.exit(f"{sys.argv[1]} has {len(blocks)} blocks of C++, expected one")
with open(sys.argv[2], "w") as f:
    f.write(blocks[0])

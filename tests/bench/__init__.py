"""`make bench`: measures the box against its goals. What it measures is in the modules named after it; what it knows of
the insides of the box is in `internals` alone."""

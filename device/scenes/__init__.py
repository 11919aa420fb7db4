"""The scenes of the box, one module each: what is seen, what a choice leads to, which lamps are lit, what time brings.

A scene reads the modules of those it leads to only when somebody goes there, so that the box starts quickly.
"""

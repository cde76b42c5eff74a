"""The instrumented transformer of Lanewise and everything that is computed from it. Nothing in here knows HTTP."""

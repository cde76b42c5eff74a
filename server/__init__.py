"""The only part of Lanewise that knows HTTP. All numbers come from `model`."""

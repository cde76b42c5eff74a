"""The operations of a transformer, described as data, one file for each part of the model."""

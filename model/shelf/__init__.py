"""The models that there are, and one of them from its files to a transformer that is ready to run."""

"""How the bundled models were made: scripts that anybody with text files can run again."""

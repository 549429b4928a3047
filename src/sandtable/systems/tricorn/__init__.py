"""The rules of tricorn: eighteenth-century battles by command card."""

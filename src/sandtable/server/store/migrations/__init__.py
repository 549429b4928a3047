"""Changes of the tables from one version to the next, run when the service starts."""

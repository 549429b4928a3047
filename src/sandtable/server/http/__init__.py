"""HTTP: the application, its routes, the live socket, and everything that goes over the wire."""

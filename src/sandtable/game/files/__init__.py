"""Files: scenarios, situations, profiles and records, read into typed values or refused in a sentence."""

-- The version of the protocols that the results of a request for a correction are read by: the booking may be onboarded under
-- another one later, or never. None if a node of the previous release stored the request; then the booking's counts.
ALTER TABLE correction_request ADD COLUMN protocol_version INTEGER;

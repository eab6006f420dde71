-- What nodes tell each other about their waiting rooms. A row is of use for ten minutes.
CREATE TABLE waiting_room_node (
  node_id TEXT NOT NULL PRIMARY KEY,
  -- Seconds since 1970.
  seen_at BIGINT NOT NULL,
  inside BIGINT NOT NULL,
  capacity BIGINT NOT NULL,
  let_in_second BIGINT NOT NULL,
  let_in_lot BIGINT NOT NULL,
  -- JSON: how many places of each second were given out.
  places TEXT NOT NULL
);

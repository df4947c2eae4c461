-- migrate: compatible-with 0071
-- Where the running processes store images. Each process writes its row every 15 seconds; a place that nobody has written for a minute is
-- in use no more. Two places: each lacks the images of the other.
CREATE TABLE image_stores (
  place text PRIMARY KEY CHECK (char_length(place) BETWEEN 1 AND 100),
  seen_at timestamptz(3) NOT NULL
);

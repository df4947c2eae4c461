-- migrate: compatible-with 0071
-- What moderators say that words mean, too. The process keeps all of them, at most 300.
CREATE TABLE synonym_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  words text NOT NULL CHECK (char_length(words) <= 60),
  meaning text NOT NULL CHECK (char_length(meaning) <= 60),
  is_two_way boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (words, meaning)
);

-- Words of searches that found nothing, counted by day, without who searched: at most 200 a day, for 30 days.
CREATE TABLE missed_words (
  day date,
  word text CHECK (char_length(word) <= 40),
  search_count integer NOT NULL,
  PRIMARY KEY (day, word)
);

-- Members, products and what members do with them. Instants are kept to the millisecond, as JavaScript
-- knows them: a cursor made from one finds its place again.

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  handle text NOT NULL UNIQUE,
  name text NOT NULL,
  email text,
  avatar_url text,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator', 'admin')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  banned_at timestamptz(3),
  ban_reason text,
  deletion_requested_at timestamptz(3),
  deleted_at timestamptz(3)
);

-- Who a provider says a member is. Never matched by address.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('google.com', 'github.com')),
  email text,
  is_email_verified boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_user_id ON identities (user_id);

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX sessions_user_id ON sessions (user_id);

CREATE TABLE images (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  owner_id bigint REFERENCES users ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'processed', 'refused')),
  refusal_reason text,
  width_px integer,
  height_px integer,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  processed_at timestamptz(3)
);
CREATE INDEX images_owner_id ON images (owner_id);

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  tagline text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Rendered and sanitised when the description is written.
  description_html text NOT NULL DEFAULT '',
  url text NOT NULL,
  -- The address reduced to what makes two spellings the same; this column alone decides.
  canonical_url text NOT NULL UNIQUE,
  image_id bigint REFERENCES images ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'removed')),
  rejection_reason text,
  submitter_id bigint REFERENCES users ON DELETE SET NULL,
  -- How many upvotes are shown, and how many of them weigh in the orders.
  upvote_count integer NOT NULL DEFAULT 0 CHECK (upvote_count >= 0),
  weighing_upvote_count integer NOT NULL DEFAULT 0 CHECK (weighing_upvote_count >= 0),
  bookmark_count integer NOT NULL DEFAULT 0 CHECK (bookmark_count >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  approved_at timestamptz(3),
  removed_at timestamptz(3),
  -- Same formula as hotScore() in lib/contract/ranking.ts. It holds no "now", so time never reorders it.
  hot double precision GENERATED ALWAYS AS (
    log(greatest(weighing_upvote_count, 1)::double precision)
    + extract(epoch FROM approved_at AT TIME ZONE 'UTC')::double precision / 45000
  ) STORED,
  CHECK (status <> 'approved' OR approved_at IS NOT NULL)
);
CREATE INDEX products_hot ON products (hot DESC, id DESC) WHERE status = 'approved';
CREATE INDEX products_new ON products (approved_at DESC, id DESC) WHERE status = 'approved';
CREATE INDEX products_top ON products (weighing_upvote_count DESC, id DESC) WHERE status = 'approved';
CREATE INDEX products_queue ON products (created_at, id) WHERE status = 'pending';
CREATE INDEX products_submitter ON products (submitter_id, created_at DESC) WHERE submitter_id IS NOT NULL;
CREATE INDEX products_image_id ON products (image_id) WHERE image_id IS NOT NULL;

-- Every slug that ever led to a product, the present one included: an address that worked goes on working.
CREATE TABLE product_slugs (
  slug text PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX product_slugs_product_id ON product_slugs (product_id);

CREATE TABLE tags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  -- Approved products that carry the tag.
  product_count integer NOT NULL DEFAULT 0 CHECK (product_count >= 0)
);
CREATE INDEX tags_product_count ON tags (product_count DESC, slug) WHERE product_count > 0;

CREATE TABLE product_tags (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  tag_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE,
  -- The order in which the submitter named them.
  position smallint NOT NULL,
  PRIMARY KEY (product_id, tag_id)
);
CREATE INDEX product_tags_tag_id ON product_tags (tag_id, product_id);

CREATE TABLE upvotes (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- False until the member's account is 24 hours old, and while the member is banned.
  is_weighing boolean NOT NULL,
  PRIMARY KEY (product_id, user_id)
);
CREATE INDEX upvotes_user_id ON upvotes (user_id, created_at DESC);
CREATE INDEX upvotes_not_weighing ON upvotes (created_at) WHERE NOT is_weighing;

CREATE TABLE bookmarks (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, product_id)
);
CREATE INDEX bookmarks_newest ON bookmarks (user_id, created_at DESC, product_id DESC);
CREATE INDEX bookmarks_product_id ON bookmarks (product_id);

CREATE TABLE reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  reporter_id bigint REFERENCES users ON DELETE SET NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  resolved_at timestamptz(3),
  resolver_id bigint REFERENCES users ON DELETE SET NULL
);
CREATE INDEX reports_open ON reports (created_at, id) WHERE resolved_at IS NULL;
CREATE INDEX reports_product_id ON reports (product_id);

-- What moderators did. The names are kept beside the ids, which outlive their rows.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor_id bigint,
  actor_handle text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL CHECK (subject_kind IN ('product', 'user', 'report', 'import')),
  subject_id bigint,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX audit_entries_newest ON audit_entries (created_at DESC, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE newsletter_subscribers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Lower case.
  email text NOT NULL,
  list text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'unconfirmed' CHECK (status IN ('unconfirmed', 'confirmed', 'unsubscribed')),
  token_hash bytea NOT NULL UNIQUE,
  token_sent_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (email, list)
);

CREATE TABLE contact_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL DEFAULT '',
  email text NOT NULL,
  message text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  answered_at timestamptz(3)
);

-- The counters of rate-limiter-flexible; `expire` is milliseconds since 1970.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_expire ON rate_limits (expire);

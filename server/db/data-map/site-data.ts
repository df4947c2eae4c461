import { byColumn, byOwnProduct, type TableData } from './table-data';

/** What products said and their tags, imports, and the tables that say nothing about a person, as part of the data map. */
export const SITE_DATA: Readonly<Record<string, TableData>> = {
  product_versions: {
    public: [
      ...['id', 'product_id', 'kind', 'created_at', 'name', 'tagline', 'description', 'url', 'tags'],
      'field_values',
    ],
    personal: ['member_id'],
    rowsOf: byColumn('member_id'),
    removal: 'detached',
  },
  suggestions: {
    personal: [
      ...['id', 'product_id', 'member_id', 'before', 'after', 'based_on', 'comment', 'status'],
      ...['rejection_reason', 'created_at', 'decided_at', 'is_accepted_by_members', 'is_left'],
    ],
    rowsOf: byColumn('member_id'),
    removal: 'cascade',
  },
  former_authors: {
    public: ['id'],
    personal: ['product_id', 'suggestion_id', 'member_id'],
    rowsOf: byColumn('member_id'),
    removal: 'cascade',
  },
  suggestion_agreements: {
    personal: ['suggestion_id', 'member_id', 'created_at'],
    rowsOf: byColumn('member_id'),
    removal: 'cascade',
  },
  product_claims: {
    personal: [
      ...['id', 'product_id', 'member_id', 'host', 'method', 'created_at', 'verified_at', 'check_due_at'],
      ...['failure_count', 'withdrawn_at', 'token', 'held_verified_at', 'held_method'],
    ],
    rowsOf: byColumn('member_id'),
    removal: 'cascade',
  },
  moderator_changes: { public: ['product_id', 'parts'] },
  tags: {
    public: [
      ...['id', 'slug', 'name', 'product_count', 'recent_upvote_count', 'description', 'parent_id'],
      ...['hidden_at', 'merged_into_id', 'is_listed', 'match_key', 'compared_product_count'],
    ],
  },
  tag_slugs: { public: ['slug', 'tag_id', 'kind', 'name'] },
  unused_tags: { public: ['id', 'tag_id', 'noted_at'] },
  synonym_rules: { public: ['id', 'words', 'meaning', 'is_two_way', 'created_at'] },
  missed_words: { public: ['day', 'word', 'search_count'] },
  tag_merges: {
    public: [
      ...['id', 'source_id', 'target_id', 'created_at', 'state', 'source_product_count'],
      ...['target_product_count', 'moved_child_ids'],
    ],
    personal: ['moderator_id'],
    rowsOf: byColumn('moderator_id'),
    removal: 'detached',
  },
  merged_product_tags: {
    public: ['merge_id', 'product_id', 'position', 'had_target'],
    rowsOf: byOwnProduct,
  },
  tag_proposals: {
    public: [
      ...['id', 'low_id', 'high_id', 'reason', 'score', 'shared_count', 'sampled_count'],
      ...['found_at', 'dismissed_at'],
    ],
  },
  stray_product_tags: { public: ['tag_id', 'product_id'], rowsOf: byOwnProduct },
  tag_refreshes: { public: ['tag_id', 'after_product_id', 'version'] },

  // Entries are what other sites say about products.
  imports: {
    public: [
      ...['id', 'source_name', 'format', 'state', 'failure', 'mapping', 'found', 'entry_count', 'counts'],
      ...['undone', 'created_at', 'started_at', 'ended_at', 'undone_at', 'has_entries', 'claimed_until'],
      ...['claim_count', 'mapping_version'],
    ],
    personal: ['moderator_id'],
    rowsOf: byColumn('moderator_id'),
    removal: 'detached',
  },
  import_sources: { public: ['import_id', 'content'] },
  import_entries: {
    public: [
      ...['import_id', 'position', 'line', 'step', 'outcome', 'reason', 'draft', 'notes', 'changes'],
      ...['product_id', 'before', 'kind', 'url'],
    ],
  },

  search_documents: {
    public: [
      ...['product_id', 'hot', 'weighing_upvote_count', 'name_key', 'tag_ids', 'facet_ids'],
      ...['words', 'filler'],
    ],
  },
  search_levels: { public: ['level', 'least_upvote_count', 'document_count'] },
  search_leaders: {
    public: [
      ...['product_id', 'level', 'hot', 'weighing_upvote_count', 'name_key'],
      ...['tag_ids', 'facet_ids', 'words', 'filler'],
    ],
  },
  search_rewrites: { public: ['migration', 'done_to'] },
  search_words: { public: ['word', 'added_order'] },
  search_mirrors: { public: ['app_id', 'paused_until'] },
  search_outbox: { public: ['product_id', 'version', 'attempt_count', 'claimed_until'] },
  brakes: { public: ['name', 'note', 'created_at'] },
  settings_versions: {
    public: ['version', 'changes', 'stored', 'note', 'undone', 'entry_id', 'created_at'],
  },
  setup_links: { public: ['is_only', 'created_at'], secret: ['nonce'] },
  own_pages: {
    public: [
      ...['id', 'slug', 'title', 'body', 'html', 'place', 'position', 'is_published', 'version'],
      ...['created_at', 'updated_at'],
    ],
  },
  own_page_versions: {
    public: [
      ...['page_id', 'version', 'slug', 'title', 'body', 'place', 'position', 'is_published', 'restored'],
      ...['entry_id', 'created_at'],
    ],
  },
  announced_services: { public: ['name', 'active_until', 'attempt_count', 'next_attempt_at'] },
  announcements: { public: ['id', 'service', 'product_id'] },
  image_stores: { public: ['place', 'seen_at'] },
  site_files: { public: ['facets', 'since', 'seen_at'] },
  job_runs: { public: ['name', 'next_run_at', 'ended_at', 'has_failed', 'failing_since'] },
  site_findings: { public: ['kind', 'name', 'since', 'seen_at'] },
  staff_events: { public: ['kind', 'told_until'] },
  migrations: { public: ['name', 'hash', 'applied_at', 'compatible_with'] },
  site_checks: {
    public: [
      ...[
        'product_id',
        'url',
        'host',
        'check_at',
        'checked_at',
        'finding',
        'problem',
        'failing_since',
        'failure_count',
      ],
      ...['baseline', 'observed', 'version', 'moved_to', 'concern', 'concern_since'],
    ],
  },
  known_ages: { public: ['subject', 'exists_since', 'expires_at'] },
  vote_dumps: { public: ['day', 'last_product_id', 'finished_at'] },
  vote_dump_parts: { public: ['day', 'after_id', 'records'] },
  gate_figures: { public: ['id', 'figures'] },
  site_hosts: { public: ['host', 'rests_until', 'next_slot_at'] },
};

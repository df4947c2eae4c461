import type { TableData } from './table-data';

/** The tables that say nothing about a person, as part of the data map. */
export const SITE_DATA: Readonly<Record<string, TableData>> = {
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
  search_words: { public: ['word', 'added_order'] },
  search_mirrors: { public: ['app_id', 'paused_until'] },
  search_outbox: { public: ['product_id', 'version', 'attempt_count', 'claimed_until'] },
  brakes: { public: ['name', 'note', 'created_at'] },
  announced_services: { public: ['name', 'active_until', 'attempt_count', 'next_attempt_at'] },
  announcements: { public: ['id', 'service', 'product_id'] },
  site_files: { public: ['facets', 'since', 'seen_at'] },
  job_runs: { public: ['name', 'next_run_at', 'ended_at', 'has_failed'] },
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

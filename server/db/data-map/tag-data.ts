import { byColumn, byOwnProduct, type TableData } from './table-data';

/** Tags, and what moderators did with them, as part of the data map. */
export const TAG_DATA: Readonly<Record<string, TableData>> = {
  tags: {
    public: [
      ...['id', 'slug', 'name', 'product_count', 'recent_upvote_count', 'description', 'parent_id'],
      ...['hidden_at', 'merged_into_id', 'is_listed', 'match_key', 'compared_product_count'],
    ],
  },
  tag_slugs: { public: ['slug', 'tag_id', 'kind', 'name'] },
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
};

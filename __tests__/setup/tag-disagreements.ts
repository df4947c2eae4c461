/** The tags whose count, and the products whose listings, differ from the tags that products have. */
export const TAG_DISAGREEMENTS = `
  SELECT 'count of ' || slug AS about FROM tags
  WHERE product_count <> (
    SELECT count(*) FROM product_tags JOIN products ON products.id = product_id WHERE tag_id = tags.id AND status = 'approved'
  )
  UNION ALL
  SELECT 'listings of ' || slug FROM products
  WHERE status = 'approved' AND ARRAY(
    SELECT term FROM product_listings WHERE product_id = products.id AND term LIKE 'tag:%' ORDER BY term
  ) <> ARRAY(SELECT 'tag:' || tag_id FROM product_tags WHERE product_id = products.id ORDER BY 1)`;

import { Icon } from '@/components/ui/icon';
import { tileURL } from '@/lib/pages/paths';
import type { SubmissionValues } from '@/lib/submissions/submission-values';

type CardPreviewProps = {
  values: SubmissionValues;
  /** The generated tile where undefined. */
  imageURL?: string;
  upvoteCount: number;
};

/** The product's row as lists will show it. Nothing in it can be clicked. */
export function CardPreview({ values, imageURL, upvoteCount }: CardPreviewProps) {
  const name = values.name.trim();
  const tagline = values.tagline.trim();
  return (
    <aside aria-label="How it will look in lists">
      <p aria-hidden="true" className="mb-3 text-sm font-semibold text-muted">
        In lists
      </p>
      <div className="rows">
        <div className="row pointer-events-none">
          <span className="mark size-mark-phone">
            <img src={imageURL ?? tileURL(name || '?')} alt="" width={64} height={64} />
          </span>
          <div className="row-text">
            <p dir="auto" className={`row-name ${name ? '' : 'text-muted'}`}>
              <span className="truncate">{name || 'Name'}</span>
            </p>
            <p dir="auto" className="row-tagline">
              {tagline || 'What it does, in one sentence'}
            </p>
            <p className="row-facts">
              {(values.tags.length > 0 ? values.tags : ['Tags']).slice(0, 3).map((tag) => (
                <span key={tag}>{tag}</span>
              ))}
            </p>
          </div>
          <div className="row-actions" aria-hidden="true">
            <span className="bookmark-button">
              <Icon name="bookmark" />
            </span>
            <span className="upvote-button">{upvoteCount}</span>
          </div>
        </div>
      </div>
    </aside>
  );
}

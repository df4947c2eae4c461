import { Icon } from '@/components/ui/icon';
import { tileURL } from '@/lib/pages/paths';
import type { SubmissionValues } from '@/lib/submissions/submission-state';

type CardPreviewProps = {
  values: SubmissionValues;
  /** The generated tile where undefined. */
  imageURL?: string;
  upvoteCount: number;
};

/** The product's card as lists will show it. Nothing in it can be clicked. */
export function CardPreview({ values, imageURL, upvoteCount }: CardPreviewProps) {
  const name = values.name.trim();
  const tagline = values.tagline.trim();
  return (
    <aside aria-label="How it will look in lists">
      <p aria-hidden="true" className="mb-3 text-sm font-semibold text-muted">
        In lists
      </p>
      <div className="card pointer-events-none">
        <img src={imageURL ?? tileURL(name || '?')} alt="" width={320} height={200} className="card-image" />
        <div className="card-text">
          <p dir="auto" className={`card-name ${name ? '' : 'text-muted'}`}>
            <span className="line-clamp-2 min-w-0">{name || 'Name'}</span>
          </p>
          <p dir="auto" className="card-tagline">
            {tagline || 'What it does, in one sentence'}
          </p>
        </div>
        <p className="card-tags">{values.tags.join(' · ') || 'Tags'}</p>
        <div className="card-actions" aria-hidden="true">
          <span className="upvote-button">{upvoteCount}</span>
          <span className="bookmark-button">
            <Icon name="bookmark" />
          </span>
        </div>
      </div>
    </aside>
  );
}

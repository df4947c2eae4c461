import { Icon } from '@/components/ui/icon';
import { tileURL } from '@/lib/pages/paths';
import type { SubmissionValues } from '@/lib/submissions/values';

type CardPreviewProps = {
  values: SubmissionValues;
  /** The picture as far as it is there; the tile otherwise. */
  pictureURL?: string;
  upvoteCount: number;
};

/** The product as the lists will show it. A picture of a card: nothing in it can be pressed. */
export function CardPreview({ values, pictureURL, upvoteCount }: CardPreviewProps) {
  const name = values.name.trim();
  const tagline = values.tagline.trim();
  return (
    <aside aria-label="How it will look in the lists">
      <p aria-hidden="true" className="mb-3 text-sm font-semibold text-muted">
        In the lists
      </p>
      <div className="card pointer-events-none">
        <img
          src={pictureURL ?? tileURL(name || '?')}
          alt=""
          width={320}
          height={200}
          className="card-image"
        />
        <div className="card-text">
          <p dir="auto" className={`card-name ${name ? '' : 'text-muted'}`}>
            <span className="line-clamp-2 min-w-0">{name || 'Its name'}</span>
          </p>
          <p dir="auto" className="card-tagline">
            {tagline || 'What it does, in one sentence'}
          </p>
        </div>
        <p className="card-tags">{values.tags.join(' · ') || 'Tags'}</p>
        <div className="card-actions" aria-hidden="true">
          <span className="upvote-button">
            <Icon name="caret-up" className="size-4" />
            {upvoteCount}
          </span>
          <span className="bookmark-button">
            <Icon name="bookmark" />
          </span>
        </div>
      </div>
    </aside>
  );
}

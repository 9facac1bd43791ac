import { fill, messages } from '~/messages'
import { COMMON_TEXTS, PostForm } from '~/ui/form'
import { Icon } from '~/ui/icon'
import { Spaced } from '~/ui/spaced'
import type { DetailTexts } from './detail-texts'
import type { CampaignDetail } from './detail.server'

export function Feedback({ campaign, t }: { campaign: CampaignDetail; t: DetailTexts }) {
  const { yesCount, noCount, percentage, own } = campaign.feedback
  const votes = [
    { vote: 'yes', label: t.yes, icon: 'thumb' },
    { vote: 'no', label: t.no, icon: 'thumbdown' },
  ] as const
  return (
    <section className="panel stack">
      <h2 className="panel-title">{t.didItWork}</h2>
      <PostForm form="feedback" action={campaign.href} className="detail-feedback" whenFailed={COMMON_TEXTS}>
        <Spaced>
          {votes.map(({ vote, label, icon }) => (
            <button
              key={vote}
              type="submit"
              name="feedback"
              value={vote}
              className="button"
              aria-pressed={own ? own === vote : undefined}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
        </Spaced>
        <p className="muted text-small">
          {yesCount + noCount ? fill(t.stats, { percentage, yesCount, noCount }) : t.noVotes}
        </p>
        <output lang="en">{own && messages.feedback.done}</output>
      </PostForm>
    </section>
  )
}

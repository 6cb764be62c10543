import { Trans } from '@lingui/react/macro'
import { Fold } from '../../ui/fold.tsx'

/** How a draw is made, exactly enough that anybody can repeat it (docs/fair-draws.md). */
export function DrawDescription() {
  return (
    <Fold title={<Trans>How a draw is made</Trans>}>
      <div className="flex flex-col gap-3 px-4 pb-4 text-small text-pretty wrap-anywhere">
        <p>
          <Trans>
            Everything that decides a draw is fixed before it: the rule with the weights of its slots, the server's
            seed, whose hash you see (SHA-256 over its 32 bytes), your own seed, which you can change, and the number of
            the draw with this seed: 1, 2, 3 and so on.
          </Trans>
        </p>
        <ol className="flex list-decimal flex-col gap-2 ps-5">
          <li>
            <Trans>
              Add up the weights: that is the total. The limit is the largest multiple of the total that is at most 2 to
              the power of 48.
            </Trans>
          </li>
          <li>
            <Trans>
              Compute HMAC-SHA-256. The key is the 32 bytes of the server's seed. The message is your seed, a colon, the
              number of the draw, a colon and the round, which begins at 0, in UTF-8:
            </Trans>{' '}
            <code dir="ltr">memberSeed:nonce:round</code>
          </li>
          <li>
            <Trans>
              Read the result as five numbers of 6 bytes each, highest byte first. The last two bytes are not used. Take
              the first number that is below the limit. Where none is, go on with the next round.
            </Trans>
          </li>
          <li>
            <Trans>The roll is what remains when the number is divided by the total.</Trans>
          </li>
          <li>
            <Trans>
              Add up the weights of the slots in their order. The first slot whose sum is above the roll is drawn.
            </Trans>
          </li>
        </ol>
        <p>
          <Trans>
            Some games guarantee a prize within a number of draws. The draw that has to win is made in the same way,
            with all other slots weighing 0.
          </Trans>
        </p>
        <p>
          <Trans>
            The server's seed is revealed once all its draws are used up, or when you ask for a new one. Nobody can
            change anything by then: another seed would have another hash.
          </Trans>
        </p>
        <p>
          <Trans>
            The pool is drawn in the same way: the seed of the round is the key, the message is this, with places
            counted from 0, and the total is the number of draws in the round. A draw that has already won is skipped.
          </Trans>{' '}
          <code dir="ltr">pool:place:round</code>
        </p>
        <p>
          <Trans>
            One thing the pool can't prove: the operator knows the seed of a round before it closes. Whoever knows it
            could draw last and so choose who wins. No game's prizes depend on this, and the pool pays only gold coins.
          </Trans>
        </p>
      </div>
    </Fold>
  )
}

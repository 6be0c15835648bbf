import { useDraggable } from '@dnd-kit/core'
import { formatAmount } from '@kerbside/schema/amount'
import { movesFrom } from '@kerbside/schema/leads/lead'
import DragIcon from '@mui/icons-material/DragIndicator'
import ScheduleSendIcon from '@mui/icons-material/ScheduleSendOutlined'
import { Box, Card, IconButton, Link, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { ActionItem, ActionMenu } from '../../ui/action-menu.tsx'
import { Muted } from '../../ui/section.tsx'
import { formatAgo } from '../../ui/times.ts'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { asStatus, asStatusName, jobText, leadTitle, nameOf, statusLabels } from '../lead-labels.ts'
import { LeadChips } from '../lead-parts.tsx'
import type { LeadStatusName } from '../leads.queries.ts'
import type { BoardLead } from './board.queries.ts'
import type { Dragged } from './use-board-drag.ts'

type BoardCardProps = {
  lead: BoardLead
  /** Where it stands, which may be ahead of what the server has. */
  status: LeadStatusName
  isWaiting: boolean
  /** It has just come here, and the focus comes with it. */
  isMoved: boolean
  mayMove: boolean
  onMove: (lead: BoardLead, to: LeadStatusName) => void
}

/** The whole card is dragged by mouse and finger; its button is there for the keyboard, and opens the moves as a menu. */
export function BoardCard({ lead, status, isWaiting, isMoved, mayMove, onMove }: BoardCardProps) {
  const data: Dragged = { lead, status }
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: lead.id,
    data,
    disabled: !mayMove,
  })
  const button = useRef<HTMLButtonElement | null>(null)
  // A list that is loaded meanwhile may take the card, and the focus with it, away and bring the card back.
  useEffect(() => {
    if (isMoved && document.activeElement === document.body) button.current?.focus()
  })
  const { onKeyDown, ...byPointer } = (listeners ?? {}) as Record<string, (event: unknown) => void>
  return (
    <Card
      component="li"
      ref={setNodeRef}
      {...byPointer}
      sx={{
        p: 1,
        display: 'flex',
        gap: 0.5,
        flex: 'none',
        cursor: mayMove ? 'grab' : 'auto',
        opacity: isDragging ? 0.4 : 1,
        // A long press picks the card up, and neither selects text nor opens the browser's menu.
        touchAction: 'manipulation',
        WebkitTouchCallout: 'none',
        '@media (pointer: coarse)': { userSelect: 'none' },
      }}
    >
      <CardText lead={lead} status={status} isWaiting={isWaiting} />
      {mayMove && (
        <ActionMenu
          label={`Move ${nameOf(lead)} to`}
          button={
            <IconButton
              ref={(node) => {
                button.current = node
                setActivatorNodeRef(node)
              }}
              {...attributes}
              onKeyDown={onKeyDown}
              autoFocus={isMoved}
              size="small"
              aria-label={`Move ${leadTitle(lead)}`}
              sx={{ alignSelf: 'flex-start', borderRadius: 1, p: 0.25, mr: -0.5, color: 'text.secondary' }}
            >
              <DragIcon fontSize="small" />
            </IconButton>
          }
        >
          {movesFrom(asStatus(status))
            .map(asStatusName)
            .map((to) => (
              <ActionItem key={to} onChoose={() => onMove(lead, to)}>
                {statusLabels[to].label}
              </ActionItem>
            ))}
        </ActionMenu>
      )}
    </Card>
  )
}

type CardTextProps = Pick<BoardCardProps, 'lead' | 'status' | 'isWaiting'>

/** Who, what, where, what it is worth and how old, in three short lines. */
export function CardText({ lead, status, isWaiting }: CardTextProps) {
  const { pathname, search } = useLocation()
  return (
    <Box sx={{ flexGrow: 1, minWidth: 0 }}>
      <Link
        component={RouterLink}
        to={lead.id}
        state={{ list: pathname + search }}
        draggable={false}
        underline="hover"
        color="inherit"
        sx={{ fontWeight: 600, display: 'block', overflowWrap: 'anywhere', lineHeight: 1.3 }}
      >
        {nameOf(lead)}
      </Link>
      <Muted noWrap>{[jobText(lead), lead.postcode].filter(Boolean).join(' · ') || lead.reference}</Muted>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mt: 0.5 }}>
        <LeadChips lead={{ ...lead, status }} withoutStatus />
        {isWaiting && <ToneChip tone="slate" Icon={ScheduleSendIcon} label="Waiting to be sent" />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 1, mt: 0.25 }}>
        <Muted component="time" dateTime={lead.createdAt} variant="caption">
          {formatAgo(lead.createdAt)}
        </Muted>
        {lead.value && (
          <Typography variant="caption" sx={{ fontWeight: 650 }}>
            {formatAmount(lead.value)}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

/** What the workflows for HubSpot and those for Pipedrive have in common. */
export const CHANNEL = { channelId: { __rl: true, mode: 'id', value: 'C0FEEDBACK' } };

/** The NPS group of whoever gave that score. */
export function groupOf(score: number | null): string {
	return Number(score) <= 6 ? 'detractor' : Number(score) <= 8 ? 'passive' : 'promoter';
}

/**
 * Answers of services that nobody has seen, and what they say. They were made by a generator that somebody wrote from
 * the specification alone, without having read the package, and its judge found each output right. What has no key
 * that a table of the package knows is null, and so is absent here.
 */

/** The operation that reads a kind of record. */
export type Kind =
	| 'survey'
	| 'respondents'
	| 'conversation'
	| 'overview'
	| 'scores'
	| 'topics'
	| 'quotes'
	| 'overTime'
	| 'range'
	| 'conclusion'
	| 'token'
	| 'property'
	| 'theme'
	| 'publicInvitation'
	| 'sentEmail';

export interface StrangeAnswer {
	kind: Kind;
	/** What is strange about it. */
	what: string;
	/** What the request names, if the answer names it as well. */
	id?: string;
	email?: string;
	answer: unknown;
	/** All facts of the output that are not null; null where the answer does not prove that the write was done. */
	says: object[] | null;
}

export const ANSWERS: StrangeAnswer[] = [
	{
		kind: 'survey',
		what: 'the record in an object of its own, with two lists',
		id: '944b6904-0ed5-4df8-9f46-9e0a0bb6a010',
		answer: {
			data: {
				type: 'survey',
				attributes: {
					participants: '97',
					_id: '944b6904-0ed5-4df8-9f46-9e0a0bb6a010',
					title: 'Survey Support helped me a',
					themes: [
						{
							createdBy: 'Jörg Okafor',
							position: 3,
							id: '284c70df-f462-4d3e-9120-088aaeddfcd2',
							name: 'Leadership 93',
							archivedAt: '2025-06-23T05:06:31+05:30',
						},
					],
					properties: [
						{
							createdBy: { name: 'Hanna de Vries' },
							id: 'e94a34bf-20d3-405a-8d6e-467c117bb4c0',
							key: 'location',
						},
					],
				},
			},
		},
		says: [
			{
				id: '944b6904-0ed5-4df8-9f46-9e0a0bb6a010',
				themes: [
					{
						name: 'Leadership 93',
						is_archived: true,
						id: '284c70df-f462-4d3e-9120-088aaeddfcd2',
					},
				],
				properties: [{ key: 'location', id: 'e94a34bf-20d3-405a-8d6e-467c117bb4c0' }],
			},
		],
	},
	{
		kind: 'survey',
		what: 'keys in capitals, numbers as text, and an object around a word',
		id: '9b475fa9-94ea-498a-ac0b-d12eeb84916a',
		answer: {
			RESPONSES_COUNT: '2',
			ID: '9b475fa9-94ea-498a-ac0b-d12eeb84916a',
			RESPONSE_GOAL: 537,
			N_PARTICIPANTS: '94',
			METRIC: { CODE: 'Customer Effort Score' },
			NAME: 'Survey Support needs more t',
			PARTICIPANT_LIMIT: 458,
			PROPERTIES: [],
		},
		says: [
			{
				name: 'Survey Support needs more t',
				response_count: 2,
				id: '9b475fa9-94ea-498a-ac0b-d12eeb84916a',
			},
		],
	},
	{
		kind: 'respondents',
		what: 'first and last names; people of the workspace beside the list',
		answer: {
			data: [
				{
					completed_at: null,
					updated_at: '2025-12-27T05:13:17-05:00',
					progress: { status: 3 },
					email_status: 'bounced',
					family_name: null,
					survey_name: 'Pulse 52',
					manager_email: 'anna252@mail.example.net',
					e_mail: null,
					mail_template: { name: 'Invitation NL' },
					start_date: '2026-10-04T18:37:25-09:30',
					external_ref: null,
					metric_score: null,
					attributes_map: '',
					given_name: null,
					respondent_id: 'a473fae0-1fb9-4866-a316-30532e6179ee',
				},
				{
					completed_at: null,
					updated_at: '2025-10-22T00:45:41-05:00',
					progress: { status: 1 },
					email_status: 'delivered',
					family_name: 'Okafor',
					survey_name: 'Pulse 41',
					manager_email: 'hanna686@acme.example',
					e_mail: 'daan511@example.org',
					mail_template: { name: 'Invitation NL' },
					start_date: '2025-01-27T21:23:40-05:00',
					external_ref: 'E-8493',
					metric_score: null,
					attributes_map: 'team=4;location=Ops & IT;department=Sales',
					given_name: 'Daan',
					respondent_id: '81f59ea8-b116-46c4-a4c2-8d9815dd368d',
				},
			],
			included: [
				{
					type: 'workspace_user',
					id: '5c8cdcbd-d11c-49bb-a441-136856a44e54',
					attributes: { name: 'Anna Jansen', email: 'gul178@example.org' },
				},
			],
		},
		says: [
			{ survey_name: 'Pulse 52', id: 'a473fae0-1fb9-4866-a316-30532e6179ee' },
			{
				name: 'Daan Okafor',
				email: 'daan511@example.org',
				external_id: 'E-8493',
				survey_name: 'Pulse 41',
				id: '81f59ea8-b116-46c4-a4c2-8d9815dd368d',
			},
		],
	},
	{
		kind: 'respondents',
		what: 'names in plain words, beside what only looks like them',
		answer: [
			{
				display_name: 'Jörg Jansen',
				blaazz7: 50,
				submitted_at: '2025-01-03T19:35:32.000000+00:00',
				created_at: '2025-10-31T12:27:26.000000+00:00',
				progress: { status: 'Voltooid' },
				id: '0cae2d66-6503-4e23-900c-4ffee1741ea9',
				metric: { type: 'nps' },
				external_reference: 'E-6925',
				message_count: 25,
				invited_at: '2025-01-20T13:04:30.000000+00:00',
				e_mail: null,
				score: 2,
				job_end_date: '2025-06-11T14:04:56.000000+00:00',
				attributes_map: { location: '4', team: 'Ops & IT' },
				email_status: 'delivered',
				start_date: '2025-01-03T18:47:29.000000+00:00',
				created_by: 'Chidi Smit',
			},
			{
				display_name: 'Jörg Smit',
				blaazz7: 33,
				submitted_at: null,
				created_at: '2025-10-08T05:27:09.000000+00:00',
				progress: { status: 'In progress' },
				id: '58e881c8-ae26-4b1e-8dd5-e3f790c009ea',
				metric: { type: 'nps' },
				external_reference: 'E-6857',
				message_count: 27,
				invited_at: '2025-02-08T05:33:07.000000+00:00',
				e_mail: 'jorg692@example.com',
				score: null,
				job_end_date: '2026-10-13T20:54:30.000000+00:00',
				attributes_map: { location: 'Utrecht', team: 'Ops & IT', department: '4' },
				email_status: 'delivered',
				start_date: '2025-10-06T03:53:55.000000+00:00',
				created_by: 'Daan Okafor',
			},
		],
		says: [
			{
				name: 'Jörg Jansen',
				external_id: 'E-6925',
				score: 2,
				metric_type: 'nps',
				nps_group: 'detractor',
				status: 'voltooid',
				completed_at: '2025-01-03T19:35:32.000Z',
				id: '0cae2d66-6503-4e23-900c-4ffee1741ea9',
			},
			{
				name: 'Jörg Smit',
				email: 'jorg692@example.com',
				external_id: 'E-6857',
				metric_type: 'nps',
				status: 'started',
				id: '58e881c8-ae26-4b1e-8dd5-e3f790c009ea',
			},
		],
	},
	{
		kind: 'respondents',
		what: 'keys of another language, and of none',
		answer: [
			{
				f_641: 'E-5138',
				quispo: 'begonnen',
				bleft: 1793399193,
				previousScore: 3,
				begonnenAm: 1752292765,
				nummer: 'a85be83a-ab0d-4b4e-9aeb-18faf8e1b5f8',
				stickers: { department: 'Ops & IT' },
				kennzahl: 'ces',
				reachableAt: 'gul222@acme.example',
				contact: { name: 'Gül Müller' },
			},
		],
		says: [{ name: 'Gül Müller' }],
	},
	{
		kind: 'respondents',
		what: 'the list in an object of its own; somebody who was erased',
		answer: {
			_embedded: {
				respondents: [
					{
						finished_at: null,
						job_end_date: '2026-09-08T08:14:47Z',
						property_values: 'location=Sales;team=4;department=4',
						email: 'chidi197@acme.example',
						message_count: 19,
						full_name: 'Chidi Bos',
						external_ref: 'E-8343',
						status: 'started',
						id: '5adeb354-671a-4642-aded-46e61611d857',
						metric_type: 'eNPS',
						survey_name: 'Pulse 95',
						started_at: '2026-02-25T15:30:53Z',
						metric_score: null,
						anonymous: 'Y',
					},
					{
						finished_at: null,
						job_end_date: '2025-05-21T14:40:37Z',
						property_values: '',
						email: null,
						message_count: 12,
						full_name: null,
						external_ref: null,
						status: 'erased',
						id: 'aaea6b0e-4948-4f61-9df5-bbc591272458',
						metric_type: 'eNPS',
						survey_name: 'Pulse 65',
						started_at: '2026-06-21T22:17:24Z',
						metric_score: null,
						anonymous: 'Y',
					},
				],
			},
			page: { size: 50, number: 0 },
		},
		says: [
			{
				name: 'Chidi Bos',
				email: 'chidi197@acme.example',
				external_id: 'E-8343',
				metric_type: 'enps',
				status: 'started',
				started_at: '2026-02-25T15:30:53.000Z',
				survey_name: 'Pulse 95',
				id: '5adeb354-671a-4642-aded-46e61611d857',
			},
			{
				metric_type: 'enps',
				status: 'erased',
				started_at: '2026-06-21T22:17:24.000Z',
				survey_name: 'Pulse 65',
				id: 'aaea6b0e-4948-4f61-9df5-bbc591272458',
			},
		],
	},
	{
		kind: 'respondents',
		what: 'keys that mean nothing, with values that look like facts',
		answer: [
			{
				zz_167: 'scale',
				c_263: 5,
				pfemp_krolk: 'Jörg Smit',
				manager_email: 'daan644@example.org',
				zesp: 'E-4508',
				xyg_vesp: 'jorg421@mail.example.net',
				krefta: [
					{
						property_id: 'b5801e03-eb10-464a-8c3b-17097e96d4d3',
						property_key: 'location',
						property_label: 'LOCATION',
						value: '4',
					},
				],
				vaanth_zonth: '66e7aa83-3ff6-4888-9f5f-949aec1d583b',
				blounth: 1769936281,
				quaazz_zix: 1769938581,
				vaamp_dryrb: '5f038c6c-d2b3-485c-b0cb-f38867d69268',
				device: { name: 'iPhone' },
				u_245: 2,
				pfaalk_blomp: 'daan250@mail.example.net',
			},
		],
		says: [{}],
	},
	{
		kind: 'respondents',
		what: 'a list of objects around records',
		answer: {
			API_VERSION: '1.0.0',
			GENERATED_AT: '2026-03-15T03:42:04+01:00',
			WARNINGS: [],
			data: [
				{
					type: 'respondents',
					attributes: {
						COURRIEL: 'daan585@example.org',
						kryrb7: 'Daan Yılmaz',
						NOM: 'Daan Novák',
						quaaft7: '2025-06-14T01:34:42-05:00',
						SURVEY_NAME: 'Pulse 69',
						STAND: 'complete',
						KENNZAHL: 'enps',
						BEGONNEN_AM: '2025-01-24T05:19:17-09:30',
						EXTERN_NUMMER: 'E-2892',
						INVITED_AT: '2025-11-17T23:36:05-09:30',
						MERKMALE: [
							{ key: 'location', values: ['Sales'] },
							{ key: 'team', values: ['Ops & IT'] },
							{ key: 'department', values: ['Ops & IT'] },
						],
						VOLTOOID_OP: '2025-01-24T16:32:24+01:00',
						SENTIMENT_SCORE: 0.3,
						NUMMER: '4e9296aa-b6a7-4063-87f1-e6c25082bc57',
						CIJFER: '4/10',
					},
				},
			],
		},
		says: [{}],
	},
	{
		kind: 'conversation',
		what: 'a summary in the record',
		answer: {
			generatedat: '2025-07-20T21:52:04.000000+00:00',
			tookms: 10,
			data: {
				surveyname: 'Pulse 4',
				transcript: [
					{ message: 'My manager helped me a lot this year (352).', from: 'Bot' },
					{ message: 'The team was slow in most weeks (427).', from: 'Human' },
					{ message: 'Onboarding needs more time this year (214).', from: 'Bot' },
				],
				summary: {
					summary: 'Support helped me a lot after the move (422).',
					positives: [
						'The new office helped me a lot since March (115).',
						'The team needs more time this year (19).',
						'The new office helped me a lot after the move (247).',
					],
					negatives: ['The team surprised me since March (394).'],
					generatedat: '2025-05-09T05:13:58.000000+00:00',
				},
			},
		},
		says: [
			{
				transcript:
					'Interviewer: My manager helped me a lot this year (352).\n\nParticipant: The team was slow in most weeks (427).\n\nInterviewer: Onboarding needs more time this year (214).',
				participant_text: 'The team was slow in most weeks (427).',
				quote: 'The team was slow in most weeks (427).',
				messages: [
					{ role: 'interviewer', text: 'My manager helped me a lot this year (352).' },
					{ role: 'participant', text: 'The team was slow in most weeks (427).' },
					{ role: 'interviewer', text: 'Onboarding needs more time this year (214).' },
				],
				summary: 'Support helped me a lot after the move (422).',
				positives: [
					'The new office helped me a lot since March (115).',
					'The team needs more time this year (19).',
					'The new office helped me a lot after the move (247).',
				],
				negatives: ['The team surprised me since March (394).'],
			},
		],
	},
	{
		kind: 'conversation',
		what: 'messages under keys that nobody knows',
		answer: [
			{ blaantha: 'The new office needs more time since March (992).', zz_581: 'm1' },
			{ blaantha: 'The new office needs more time so far (235).', zz_581: 'm2' },
		],
		says: [{ messages: [{}, {}] }],
	},
	{
		kind: 'overview',
		what: 'an object around the record, keys of another language',
		answer: {
			data: {
				type: 'overview',
				attributes: {
					gesamtwert: -48.9,
					uitgenodigd: 91,
					mnurb: 95,
					begonnen: 51,
					ruecklaufquote: 0.5165,
					voltooid: 47,
					u_728: 'Bram de Vries',
					distribution: [6, 8, 5, 8, 0, 0, 5, 0, 6, 9, 0],
				},
			},
			errors: [],
		},
		says: [{}],
	},
	{
		kind: 'overview',
		what: 'counts by score',
		answer: {
			groups: { promoters: 11, passives: 13, detractors: 19 },
			max_score: 100,
			invited: 109,
			metric: { score: -18.6 },
			margin_of_error: 7,
			completed_count: 43,
			started_count: 59,
			reminders_sent: 210,
			response_rate: 0.3945,
			distribution: {
				'0': 7,
				'1': 2,
				'2': 0,
				'3': 0,
				'4': 7,
				'5': 3,
				'6': 0,
				'7': 7,
				'8': 6,
				'9': 2,
				'10': 9,
			},
		},
		says: [
			{
				score: -18.6,
				invited: 109,
				started: 59,
				completed: 43,
				response_rate: 0.3945,
				distribution: [
					{ score: 0, count: 7 },
					{ score: 1, count: 2 },
					{ score: 2, count: 0 },
					{ score: 3, count: 0 },
					{ score: 4, count: 7 },
					{ score: 5, count: 3 },
					{ score: 6, count: 0 },
					{ score: 7, count: 7 },
					{ score: 8, count: 6 },
					{ score: 9, count: 2 },
					{ score: 10, count: 9 },
				],
				promoters: 11,
				passives: 13,
				detractors: 19,
			},
		],
	},
	{
		kind: 'scores',
		what: 'a score with what it is out of',
		answer: [
			{
				respondent_id: '0caae075-c81f-430e-9ddc-dde135f1af37',
				score: '5/10',
				finished_at: '',
				invitation_id: 'a347c762-56fa-4218-97ef-4753c1c6be06',
			},
		],
		says: [{ respondent_id: '0caae075-c81f-430e-9ddc-dde135f1af37' }],
	},
	{
		kind: 'scores',
		what: 'an object for the score, and days as times',
		answer: {
			generatedAt: '2026-04-08',
			_links: { self: { href: 'https://api.example.test/self' } },
			results: [
				{ startedAt: '2026-10-20', score: { value: 4, max: 10 }, finishedAt: '2025-03-05' },
			],
			page: 1,
			per_page: 50,
		},
		says: [{ score: 4, completed_at: '2025-03-05T00:00:00.000Z' }],
	},
	{
		kind: 'scores',
		what: 'the shortest keys',
		answer: [
			{
				value: 10,
				respondent: { id: '7df264ab-d486-493f-b554-2dd17e016ff6' },
				gwouga: 1792638342,
				maxScore: 10,
			},
		],
		says: [{ score: 10, respondent_id: '7df264ab-d486-493f-b554-2dd17e016ff6' }],
	},
	{
		kind: 'topics',
		what: 'keys without separators, numbers as text',
		answer: [
			{
				id: '5823c065-a0c1-431f-b2d6-aad0310a83c1',
				avgsentiment: '-0.61',
				label: 'Topic Tools 55',
				mentionscount: '42',
				pfuzzo: '3f0614db-5db1-49dc-ad62-03c05e353817',
				categoryid: '81220bc0-3baf-4e77-bd5f-415f50d7445d',
			},
		],
		says: [
			{
				name: 'Topic Tools 55',
				mentions: 42,
				sentiment: -0.61,
				id: '5823c065-a0c1-431f-b2d6-aad0310a83c1',
			},
		],
	},
	{
		kind: 'topics',
		what: 'keys with spaces',
		answer: [
			{
				Mentions: 49,
				Kennung: '8b5de32c-e52d-4b96-9c08-2f2f8f3d8b2c',
				mnaasp_quyrb: -0.41,
				'Mention Share': 10.9,
				'Goes By': 'Topic Noise 10',
				Confidence: 0.43,
				blufto: 85,
			},
			{
				Mentions: 21,
				Kennung: 'fa4d75f8-073c-4849-b445-c3d704578cf5',
				mnaasp_quyrb: 0.76,
				'Mention Share': 40.1,
				'Goes By': 'Topic Noise 82',
				Confidence: 0.48,
				blufto: 0,
			},
		],
		says: [{ mentions: 49 }, { mentions: 21 }],
	},
	{
		kind: 'quotes',
		what: 'keys in capitals; pages',
		answer: {
			DATA: [
				{
					QUESTION: 'What made you say 10?',
					SENTIMENT: 'POSITIVE',
					SCORE: 5,
					CONTENT: 'Support surprised me since March (319).',
				},
			],
			PAGINATION: { LIMIT: 13, TOTAL: 59 },
		},
		says: [{ text: 'Support surprised me since March (319).', sentiment: 'positive' }],
	},
	{
		kind: 'quotes',
		what: 'keys that somebody made up',
		answer: {
			items: [
				{
					createdat: '2026-01-20T06:21:11.000000+00:00',
					moodcolour: -0.9,
					saidaloud: 'Support needs more time since March (925).',
				},
			],
			limit: 13,
			hasmore: false,
			countsbysentiment: { positive: 91, neutral: 3, negative: 7 },
			totalcount: 1,
		},
		says: [{ at: '2026-01-20T06:21:11.000Z' }],
	},
	{
		kind: 'overTime',
		what: 'keys with hyphens, and a period without a score',
		answer: [
			{
				color: '#abcdef',
				'score-delta': -5,
				respondents: 0,
				'bucket-start': '2026-03-01T00:00:00.000Z',
				'computed-at': '2026-09-25T12:41:45.000Z',
			},
			{
				color: '#abcdef',
				'score-delta': -6,
				respondents: 23,
				'bucket-start': '2026-04-01T00:00:00.000Z',
				score: 10.5,
				'computed-at': '2025-11-24T21:18:59.000Z',
			},
		],
		says: [
			{ from: '2026-03-01T00:00:00.000Z', answers: 0 },
			{ from: '2026-04-01T00:00:00.000Z', score: 10.5, answers: 23 },
		],
	},
	{
		kind: 'overTime',
		what: 'a chart',
		answer: { labels: ['2026-02-01'], datasets: [{ label: 'Score', data: [39] }] },
		says: [{}],
	},
	{
		kind: 'range',
		what: 'a first answer beside the range',
		answer: {
			_links: { self: { href: '/self' } },
			firstResponseAt: '2026-06-23T00:00:00Z',
			to: '2027-02-20T00:00:00Z',
			totalAnswers: 62,
			bucketSize: 'month',
			from: '2026-06-24T00:00:00Z',
		},
		says: [
			{ from: '2026-06-24T00:00:00.000Z', to: '2027-02-20T00:00:00.000Z', granularity: 'month' },
		],
	},
	{
		kind: 'range',
		what: 'keys that nobody knows, with times',
		answer: { u_119: 1766966400000, bucket_size: 'month', opens_with: 1741564800000 },
		says: [{ granularity: 'month' }],
	},
	{
		kind: 'conclusion',
		what: 'text in paragraphs',
		answer: {
			api_version: '1.0.0',
			generated_at: '2025-04-18T18:50:29-09:30',
			_links: { self: { href: 'https://api.example.test/self' } },
			data: {
				generated_at: '2026-04-09T19:36:35+02:00',
				prose: ['Support is fine this year (491).', 'Support needs more time so far (677).'],
				points: [
					{ text: 'The new office surprised me so far (489).', sentiment: 'Neutral' },
					{ text: 'My manager is fine in most weeks (324).', sentiment: 'Neutral' },
					{ text: 'Support was slow since March (614).', sentiment: 'Positive' },
					{ text: 'Onboarding is fine in most weeks (117).', sentiment: 'Positive' },
				],
			},
		},
		says: [
			{
				text: 'Support is fine this year (491).\n\nSupport needs more time so far (677).',
				points: [
					{ text: 'The new office surprised me so far (489).', tone: 'neutral' },
					{ text: 'My manager is fine in most weeks (324).', tone: 'neutral' },
					{ text: 'Support was slow since March (614).', tone: 'positive' },
					{ text: 'Onboarding is fine in most weeks (117).', tone: 'positive' },
				],
			},
		],
	},
	{
		kind: 'conclusion',
		what: 'text in an object',
		answer: {
			api_version: '1.0.0',
			took_ms: 75,
			result: {
				period: 'all_time',
				conclusion: { text: '<p>Support helped me a lot since March (505).</p>' },
				key_points: [
					{
						icon: 'smile',
						tone: 'negative',
						text: 'Onboarding needs more time since March (834).',
					},
				],
			},
		},
		says: [
			{
				text: '<p>Support helped me a lot since March (505).</p>',
				points: [{ text: 'Onboarding needs more time since March (834).', tone: 'negative' }],
			},
		],
	},
	{
		kind: 'token',
		what: 'empty text for what there is not',
		answer: {
			Scopes: '',
			'Created At': 1795045232,
			'Created By Email': 'ivo300@acme.example',
			Expires: 1775049484,
			'Survey Id': '',
		},
		says: [{ expires_at: '2026-04-01T13:18:04.000Z' }],
	},
	{
		kind: 'token',
		what: 'an object for the survey',
		answer: {
			_links: { self: { href: '/self' } },
			workspace: { id: '51438613-dec0-4765-aed8-e314dde9f3b6' },
			issuedAt: '1736394376000',
			scopes: ['results:read', 'invitations:write'],
			expires: '1780380551000',
			lastUsedAt: '1763793048000',
			survey: { id: 'dcc7927d-fd06-4c23-bea8-146d07edb2e0', name: 'Pulse 7' },
		},
		says: [
			{
				scopes: ['results:read', 'invitations:write'],
				survey_id: 'dcc7927d-fd06-4c23-bea8-146d07edb2e0',
				workspace_id: '51438613-dec0-4765-aed8-e314dde9f3b6',
			},
		],
	},
	{
		kind: 'property',
		what: 'few keys',
		id: '908131ce-e3fd-431c-a1dc-a9045f9409f0',
		answer: {
			options: ['Sales', 'Support'],
			required: 0,
			id: '908131ce-e3fd-431c-a1dc-a9045f9409f0',
			survey_id: '09f310ca-669f-46b5-8a02-c3f9aa21d499',
		},
		says: [{ options: ['Sales', 'Support'], id: '908131ce-e3fd-431c-a1dc-a9045f9409f0' }],
	},
	{
		kind: 'property',
		what: 'an object around the record in another',
		id: 'da8c310e-f300-44b5-8cf1-2658af603199',
		answer: {
			data: {
				property: {
					mnaaga: 'Elif Novák',
					id: 'da8c310e-f300-44b5-8cf1-2658af603199',
					options: ['Sales', 'Support'],
				},
			},
			tookms: 11,
			errors: [],
		},
		says: null,
	},
	{
		kind: 'theme',
		what: 'a record without its ID',
		answer: { _links: { self: { href: '/self' } }, attributes: { name: 'Tools 73', active: '1' } },
		says: null,
	},
	{
		kind: 'theme',
		what: 'a flag as a letter',
		id: 'b7c85bd6-fe34-4620-8e63-75bbb25af671',
		answer: {
			name: 'Leadership 65',
			isArchived: 'N',
			id: 'b7c85bd6-fe34-4620-8e63-75bbb25af671',
			position: 2,
		},
		says: [{ name: 'Leadership 65', id: 'b7c85bd6-fe34-4620-8e63-75bbb25af671' }],
	},
	{
		kind: 'theme',
		what: 'a word for the state',
		id: 'a15c4bc6-e088-41b9-a41f-7faaab7dfaa7',
		answer: {
			id: 'a15c4bc6-e088-41b9-a41f-7faaab7dfaa7',
			state: 'Active',
			body: { category_name: 'Leadership 74' },
		},
		says: [{ is_archived: false, id: 'a15c4bc6-e088-41b9-a41f-7faaab7dfaa7' }],
	},
	{
		kind: 'publicInvitation',
		what: 'an object for the ID alone',
		email: 'elif539@mail.example.net',
		answer: {
			privacy_policy_url: 'https://www.example.test/privacy',
			email: 'elif539@mail.example.net',
			invitation: { id: 'cdbe9426-c4de-4051-8774-ff3455a25e45' },
		},
		says: [{ email: 'elif539@mail.example.net', id: 'cdbe9426-c4de-4051-8774-ff3455a25e45' }],
	},
	{
		kind: 'publicInvitation',
		what: 'links beside the link',
		answer: {
			_links: { self: { href: '/self' } },
			sender_email: 'jorg438@mail.example.net',
			interview_url: 'https://interviews.example.test/i/504a39b9-09cc',
			id: 'f92ac5f2-ce45-41ef-880e-a33718f67a3d',
			batch_id: 'b6ec24b5-fbba-4649-acb2-59710b23b2fa',
			skimp: '2025-01-28 07:42:33-09:30',
		},
		says: [
			{
				link: 'https://interviews.example.test/i/504a39b9-09cc',
				id: 'f92ac5f2-ce45-41ef-880e-a33718f67a3d',
			},
		],
	},
	{
		kind: 'sentEmail',
		what: 'keys that nobody knows',
		answer: {
			_links: { self: { href: '/self' } },
			vaag7: '51a785c7-d157-46e6-99cd-39c25f858306',
			OPENED_AT: '13/12/2025',
			u_391: 'false',
			zz_320: 'daan938@example.com',
			SENT_COUNT: 3,
			pfemp_mnysp: null,
		},
		says: [{ sent: true }],
	},
	{
		kind: 'sentEmail',
		what: 'a flag that says no',
		answer: {
			sender: 'chidi38@example.com',
			requestedByEmail: 'femke698@example.com',
			sentCount: 1,
			recipient: ['chidi3@example.com'],
			wasSent: 'N',
		},
		says: [{ sent: false, email: 'chidi3@example.com' }],
	},
	{
		kind: 'sentEmail',
		what: 'a flag as a text',
		answer: {
			sent: '1',
			recipient: { email: 'daan472@example.org' },
			skirbo: 'Ivo Smit',
			sentAt: 1753831982,
			invitationId: '5edb9896-77e7-4b9c-a1ff-d5d87de0fbe6',
			createdAt: 1735856828,
			pforb: 'Elif Jansen',
		},
		says: [
			{
				sent: true,
				email: 'daan472@example.org',
				sent_at: '2025-07-29T23:33:02.000Z',
				id: '5edb9896-77e7-4b9c-a1ff-d5d87de0fbe6',
			},
		],
	},
	{
		kind: 'sentEmail',
		what: 'a word that says no',
		answer: {
			ontvanger: 'chidi337@example.org',
			sender: 'anna83@mail.example.net',
			invitation_id: '4b4a76a7-dde1-474e-8b24-06f4c2a56351',
			gwox_tryzz: '2025-01-28T07:17:11+02:00',
			quig: 'Ivo de Vries',
			status: 'Failed',
		},
		says: [{ sent: false, id: '4b4a76a7-dde1-474e-8b24-06f4c2a56351' }],
	},
];

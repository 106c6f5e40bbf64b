import type { Sentiment } from '../world/records';

/** How people of one language are called, and what they say when they are content or not. */
export interface Language {
	name: string;
	given: readonly string[];
	family: readonly string[];
	/** How a full name is written. */
	full: (given: string, family: string) => string;
	words: Readonly<Record<Sentiment, readonly string[]>>;
}

const spaced = (given: string, family: string) => `${given} ${family}`;
const familyFirst = (given: string, family: string) => family + given;

export const ENGLISH: Language = {
	name: 'English',
	given: ['Lena', 'Amara', 'Tom', 'Priya', 'Owen', 'Grace', 'Noah', 'Maya'],
	family: ['Low', 'Okafor', 'Baker', 'Nair', 'Hughes', 'Lindqvist', 'Reyes', "O'Brien"],
	full: spaced,
	words: {
		positive: [
			'Support answered within the hour, and the fix held.',
			'It does what it says. I recommended it to two colleagues.',
			'The new start page saves me ten minutes a day 👍',
		],
		neutral: [
			'It is fine. I use half of it.',
			'Good product, but the invoices are hard to read.',
			'Some weeks are great, some are slow.',
		],
		negative: [
			'I waited four days for an answer to a simple question.',
			'It signed me out twice during a presentation.',
			'The price went up and nobody told us.',
		],
	},
};

const DUTCH: Language = {
	name: 'Dutch',
	given: ['Sanne', 'Joost', 'Fleur', 'Thijs', 'Maud'],
	family: ['van den Berg', 'Bakker', 'de Wit', 'Kuipers'],
	full: spaced,
	words: {
		positive: ['Snel geholpen en vriendelijk ook.', 'Werkt gewoon, elke dag.'],
		neutral: ['Prima, maar het kan overzichtelijker.', 'Gaat wel.'],
		negative: ['Drie keer gebeld, drie keer een ander antwoord.', 'Veel te traag op maandag.'],
	},
};

const GERMAN: Language = {
	name: 'German',
	given: ['Jürgen', 'Käthe', 'Björn', 'Annegret', 'Sören'],
	family: ['Groß', 'Schäfer', 'Müller-Lüdenscheidt', 'Weiß'],
	full: spaced,
	words: {
		positive: ['Schnelle Hilfe, sehr freundlich. Weiter so!', 'Läuft zuverlässig, auch im Büro.'],
		neutral: ['Ganz in Ordnung, aber die Oberfläche wirkt überladen.', 'Durchschnittlich.'],
		negative: [
			'Größere Dateien lassen sich überhaupt nicht hochladen.',
			'Zu teuer für das Gebotene.',
		],
	},
};

/** Its words and names need the zero-width non-joiner (U+200C). */
const PERSIAN: Language = {
	name: 'Persian',
	given: ['نیک\u200cروز', 'مه\u200cلقا', 'پری\u200cسا'],
	family: ['شاه\u200cحسینی', 'نیک\u200cپور', 'خوش\u200cنویس'],
	full: spaced,
	words: {
		positive: ['از پشتیبانی شما خیلی راضی\u200cام.', 'همه\u200cچیز بی\u200cدردسر کار می\u200cکند.'],
		neutral: ['بد نیست، ولی می\u200cتواند بهتر باشد.'],
		negative: ['سه روز است که منتظر پاسخ می\u200cمانم.', 'برنامه هنگام ذخیره بسته می\u200cشود.'],
	},
};

const CHINESE: Language = {
	name: 'Chinese',
	given: ['小雨', '建国', '思远', '芳'],
	family: ['王', '李', '欧阳', '陈'],
	full: familyFirst,
	words: {
		positive: ['客服回复很快,问题当天就解决了。', '用起来很顺手,推荐给同事了。'],
		neutral: ['还可以,没有特别的感觉。'],
		negative: ['等了三天才有人回复。', '界面太复杂,找不到设置。'],
	},
};

const JAPANESE: Language = {
	name: 'Japanese',
	given: ['陽菜', '健太', 'さくら'],
	family: ['佐藤', '髙橋', '渡邉'],
	full: (given, family) => `${family} ${given}`,
	words: {
		positive: ['とても使いやすく、毎日助かっています。'],
		neutral: ['普通です。特に不満はありません。'],
		negative: ['問い合わせの返事が遅すぎます。'],
	},
};

const ARABIC: Language = {
	name: 'Arabic',
	given: ['ليلى', 'يوسف', 'نور'],
	family: ['الهاشمي', 'بن عمر', 'القاسم'],
	full: spaced,
	words: {
		positive: ['خدمة ممتازة وردّ سريع.'],
		neutral: ['جيد، لكن السعر مرتفع قليلًا.'],
		negative: ['انتظرت أسبوعًا ولم يتصل بي أحد.'],
	},
};

/** Its letters need the zero-width joiner (U+200D). */
const HINDI: Language = {
	name: 'Hindi',
	given: ['लक्ष्मी', 'अर्जुन', 'श्रद्धा'],
	family: ['शर्मा', 'क्\u200dषत्रिय', 'द्विवेदी'],
	full: spaced,
	words: {
		positive: ['सहायता तुरंत मिली, धन्यवाद।'],
		neutral: ['ठीक है, पर और अच्\u200dछा हो सकता है।'],
		negative: ['ऐप बार-बार बंद हो जाता है।'],
	},
};

/** Emoji of several people and professions, which the zero-width joiner (U+200D) holds together. */
const EMOJI: Language = {
	name: 'emoji',
	given: ['Robin 👩\u200d💻', 'Kim 🧑\u200d🚀', 'Sam 👨\u200d👩\u200d👧'],
	family: ['Vega', 'Castellanos', 'Ito'],
	full: spaced,
	words: {
		positive: ['👩\u200d👩\u200d👦\u200d👦 love it 🏳️\u200d🌈', '👍🏽👍🏽👍🏽'],
		neutral: ['🤷🏽\u200d♀️'],
		negative: ['😮\u200d💨 again… 👎🏿', '❤️\u200d🩹 needed'],
	},
};

/** The languages of those who were invited. */
export const NEARBY: readonly Language[] = [ENGLISH, DUTCH, GERMAN];

export const LANGUAGES: readonly Language[] = [
	...NEARBY,
	PERSIAN,
	CHINESE,
	JAPANESE,
	ARABIC,
	HINDI,
	EMOJI,
];

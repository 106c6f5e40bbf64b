interface OfSurvey {
	id: string;
	surveyId: string;
}

/** Records by id and by survey, in the order in which they were made. */
export class Table<T extends OfSurvey> {
	private readonly byId = new Map<string, T>();
	private readonly bySurvey = new Map<string, Map<string, T>>();

	add(record: T): T {
		this.byId.set(record.id, record);
		let ofSurvey = this.bySurvey.get(record.surveyId);
		if (!ofSurvey) this.bySurvey.set(record.surveyId, (ofSurvey = new Map()));
		ofSurvey.set(record.id, record);
		return record;
	}

	get(id: string): T | undefined {
		return this.byId.get(id);
	}

	/** The records of one survey, oldest first. */
	of(surveyId: string): T[] {
		return [...(this.bySurvey.get(surveyId)?.values() ?? [])];
	}

	count(surveyId: string): number {
		return this.bySurvey.get(surveyId)?.size ?? 0;
	}

	all(): T[] {
		return [...this.byId.values()];
	}

	remove(id: string): void {
		const record = this.byId.get(id);
		if (!record) return;
		this.byId.delete(id);
		this.bySurvey.get(record.surveyId)?.delete(id);
	}

	removeSurvey(surveyId: string): void {
		for (const id of this.bySurvey.get(surveyId)?.keys() ?? []) this.byId.delete(id);
		this.bySurvey.delete(surveyId);
	}
}

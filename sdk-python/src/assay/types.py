# Written by npm run generate from openapi.json. Change the routes, not this file.
"""The objects of requests and responses."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Health(TypedDict):
    status: Literal["ok", "degraded"]
    version: str
    checks: HealthChecks


class HealthChecks(TypedDict):
    database: Literal["ok", "failed"]
    storage: Literal["ok", "failed"]
    queue: Literal["ok", "failed"]
    analysis: Literal["ok", "failed"]


class OnboardedCompany(TypedDict):
    # A ULID.
    companyId: str
    # A ULID.
    businessEntityId: str
    message: str
    # The company's key; shown only here.
    companyApiKey: str


class NewCompany(TypedDict):
    # The company's name.
    name: str
    # Registered name; equals name when absent.
    legalName: NotRequired[str]
    # Country.
    country: NotRequired[str | None]
    # Tax number.
    taxId: NotRequired[str | None]
    # Telephone number.
    phone: NotRequired[str | None]
    # Street and number.
    address: NotRequired[str | None]
    # Postal code.
    postalCode: NotRequired[str | None]
    # City.
    city: NotRequired[str | None]
    # Your own reference for it, such as its number in your system; unique among the partner's companies.
    externalReference: NotRequired[str | None]


class ListCompaniesResponse(TypedDict):
    companies: list[Company]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class Company(TypedDict):
    # A ULID.
    id: str
    name: str
    legalName: str
    country: str | None
    taxId: str | None
    phone: str | None
    address: str | None
    postalCode: str | None
    city: str | None
    # The caller's own reference for it.
    externalReference: str | None
    createdAt: str
    updatedAt: str | None


class UpdateCompanyResponse(TypedDict):
    # A ULID.
    companyId: str
    message: str
    updatedFields: list[str]


class CompanyChange(TypedDict):
    # The company's name.
    name: NotRequired[str | None]
    # Registered name; equals name when absent.
    legalName: NotRequired[str | None]
    # Country.
    country: NotRequired[str | None]
    # Tax number.
    taxId: NotRequired[str | None]
    # Telephone number.
    phone: NotRequired[str | None]
    # Street and number.
    address: NotRequired[str | None]
    # Postal code.
    postalCode: NotRequired[str | None]
    # City.
    city: NotRequired[str | None]


class SetCompanyReferenceRequest(TypedDict):
    # Your own reference for it, such as its number in your system; unique among the partner's companies.
    externalReference: str | None


class ListCompanySummariesResponse(TypedDict):
    companies: list[CompanySummary]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class CompanySummary(TypedDict):
    # A ULID.
    companyId: str
    name: str
    country: str | None
    city: str | None
    # The caller's own reference for it.
    externalReference: str | None
    createdAt: str
    reviewCount: int
    # The newest ten, newest first.
    reviews: list[CompanySummaryReview]


class CompanySummaryReview(TypedDict):
    # A ULID.
    id: str
    name: str
    controlCode: str
    reviewDate: str
    # 0 to 100; null until something was judged.
    score: float | None
    # The score's level.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    documentCounts: DocumentCounts


# Of the documents that count.
class DocumentCounts(TypedDict):
    queued: int
    processing: int
    completed: int
    failed: int


class Dashboard(TypedDict):
    # Every control that the company has reviews against, the lowest score first.
    controls: list[DashboardControl]
    # Dates of documents that count up to 30 days from today, the earliest first, at most 100.
    due: list[DashboardDueEntry]


class DashboardControl(TypedDict):
    # A ULID.
    controlId: str
    controlCode: str
    controlName: str
    # Reviews of the company against this control.
    reviewCount: int
    # null until something was judged.
    score: float | None
    # The score's level.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # The ten with the lowest scores, the lowest first.
    reviews: list[DashboardControlReview]
    # The mean of the scores that its reviews had on that day; days without any score are left out.
    trend: list[DashboardControlTrendEntry]


class DashboardControlReview(TypedDict):
    # A ULID.
    id: str
    name: str
    # A ULID.
    businessEntityId: str
    # null until something was judged.
    score: float | None
    # The score's level.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # The last change of the review or of its documents.
    changedAt: str


class DashboardControlTrendEntry(TypedDict):
    # The end of this day in UTC; a week after the point before, and today for the last one.
    date: str
    score: float


class DashboardDueEntry(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    fileName: str
    subject: str | None
    # A ULID.
    controlId: str
    controlCode: str
    reason: Literal["expires", "review_due"]
    # That date.
    date: str
    # Whether the date is before today in UTC.
    isPast: bool


class HeatMap(TypedDict):
    # How many companies have reviews.
    companyCount: int
    # The columns, with the mean of the listed companies' scores; the lowest first.
    controls: list[HeatMapControl]
    # The companies with the lowest scores, the lowest first.
    companies: list[HeatMapCompany]


class HeatMapControl(TypedDict):
    # A ULID.
    controlId: str
    controlCode: str
    controlName: str
    # null until something was judged.
    score: float | None
    # The score's level.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None


class HeatMapCompany(TypedDict):
    # A ULID.
    companyId: str
    name: str
    # The mean of its cells.
    score: float | None
    # The score's level.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # One for each control that the company has reviews against; the lowest score first.
    cells: list[HeatMapCompanyCell]


class HeatMapCompanyCell(TypedDict):
    # A ULID.
    controlId: str
    # null until something was judged.
    score: float | None
    # The score's level.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # Reviews of the company against this control.
    reviewCount: int
    # The review with the lowest score.
    complianceReviewId: str


class ListFrequentGapsResponse(TypedDict):
    gaps: list[FrequentGap]


class FrequentGap(TypedDict):
    # A ULID.
    controlItemId: str
    externalId: str
    name: str
    # A ULID.
    controlId: str
    controlCode: str
    controlName: str
    # In how many contracts, notices or sets of documents it is not compliant.
    openCount: int
    # In how many of them it applies and was judged.
    judgedCount: int
    # Companies in which it is not compliant.
    companyCount: int


class CreateBusinessEntityResponse(TypedDict):
    id: IdParts
    name: str


# The entity's ULID in two parts, from which it can be rebuilt.
class IdParts(TypedDict):
    # The id's time.
    time: str
    # The id's 80 random bits in base64.
    random: str


class CreateBusinessEntityRequest(TypedDict):
    # The entity's name.
    name: str
    # What the entity does.
    description: NotRequired[str | None]
    # Facts about the entity, by the keys of GET /v1/conditions.
    facts: NotRequired[dict[str, bool | None] | None]
    # Your own reference for it, such as its number in your system; unique among the company's business entities.
    externalReference: NotRequired[str | None]


class ListBusinessEntitiesResponse(TypedDict):
    businessEntities: list[BusinessEntity]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class BusinessEntity(TypedDict):
    # A ULID.
    id: str
    name: str
    description: str | None
    # A ULID.
    companyId: str
    isArchived: bool
    isApproved: bool
    # What is known of the entity, by the keys of GET /v1/conditions. Decides conditions of later documents.
    facts: dict[str, bool]
    # The caller's own reference for it.
    externalReference: str | None
    createdAt: str
    updatedAt: str | None


class UpdateBusinessEntityResponse(TypedDict):
    businessEntityId: IdParts
    message: str


class UpdateBusinessEntityRequest(TypedDict):
    # The entity's name.
    name: NotRequired[str | None]
    # What the entity does; null clears it.
    description: NotRequired[str | None]
    # Adds to the entity's facts or replaces them; null withdraws a fact, or all of them.
    facts: NotRequired[dict[str, bool | None] | None]
    # Your own reference for it, such as its number in your system; unique among the company's business entities; null
    # removes it.
    externalReference: NotRequired[str | None]


class ListComplianceReviewsResponse(TypedDict):
    reviews: list[ComplianceReview]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class ComplianceReview(TypedDict):
    # A ULID.
    id: str
    name: str
    scope: str
    # A ULID.
    businessEntityId: str
    # A ULID.
    companyId: str
    reviewDate: str
    createdAt: str
    # A ULID.
    controlId: str
    controlCode: str
    # As in the roll-up; null until something was judged.
    score: float | None
    # The score's level.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # The score with the decisions of people.
    decidedScore: float | None
    # The level of decidedScore; not_applicable where no item counts.
    decidedComplianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    documentCounts: DocumentCounts
    # The last change of the review or of its documents.
    changedAt: str
    # Who signed the review off, and when; null while it is open.
    signOff: ComplianceReviewSignOff | None


# Who signed the review off, and when; null while it is open.
class ComplianceReviewSignOff(TypedDict):
    # A ULID.
    signOffId: str
    signedOffAt: str
    signedOffBy: DecisionAuthor


class DecisionAuthor(TypedDict):
    kind: Literal["key", "account"]
    # A ULID.
    id: str
    # As it was then: the person's name, or the readable part of the key.
    name: str


class ComplianceReviewDetails(TypedDict):
    # A ULID.
    id: str
    name: str
    scope: str
    # A ULID.
    businessEntityId: str
    # A ULID.
    companyId: str
    reviewDate: str
    createdAt: str
    # A ULID.
    complianceFrameworkId: str
    # A ULID.
    controlId: str
    updatedAt: str | None
    # A person's sign-off of a review.
    signOff: ComplianceReviewDetailsSignOff | None
    rollUp: RollUp


# A person's sign-off of a review.
class ComplianceReviewDetailsSignOff(TypedDict):
    # A ULID.
    signOffId: str
    signedOffAt: str
    signedOffBy: DecisionAuthor
    # What the person stated.
    statement: str | None
    # The review's score when it was signed off.
    score: float | None
    # Its score with the decisions of people, at that time.
    decidedScore: float | None
    # The documents that counted.
    documentCount: int
    # When the review was reopened; null while it is signed off.
    reopenedAt: str | None
    reopenedBy: DecisionAuthor | None
    reopeningReason: str | None


# Combined results of all documents of the review.
class RollUp(TypedDict):
    documentCounts: RollUpDocumentCounts
    # Mean of the subjects' scores; null while nothing is judged.
    score: float | None
    # Level of that score.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # The score with the decisions of people; null where no item counts.
    decidedScore: float | None
    # Level of decidedScore.
    decidedComplianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    decisions: RollUpDecisions
    # The subject with the lowest score; null unless two have scores.
    worstSubject: RollUpWorstSubject | None
    # What is judged for itself: the documents of each subject, or all documents where they count together. Lowest
    # score first.
    subjects: list[SubjectRollUp]
    itemCount: int
    judgedItemCount: int
    needsReview: RollUpNeedsReview
    # Coverage by cluster.
    clusters: list[RollUpCluster]
    # The best evidence for each item; of several subjects, that of the subject with the lowest score.
    items: list[RollUpItem]
    # Items that the documents of a subject do not meet yet.
    missing: list[MissingItem]
    # Changes from the version before to the newest new version of a document, for the items judged in both; null
    # while no document has a second version.
    change: RollUpChange | None


class RollUpDocumentCounts(TypedDict):
    queued: int
    processing: int
    completed: int
    failed: int


# How many of these items people decided about, and how many ask them to look again.
class RollUpDecisions(TypedDict):
    itemCount: int
    toLookAtAgain: int


# The subject with the lowest score; null unless two have scores.
class RollUpWorstSubject(TypedDict):
    # As submitted.
    subject: str | None
    # The newest of its documents.
    documentId: str
    # That document's name.
    fileName: str
    # Mean of the best scores of its judged items.
    score: float | None


class SubjectRollUp(TypedDict):
    # As submitted.
    subject: str | None
    # The newest of its documents.
    documentId: str
    # That document's name.
    fileName: str
    # Mean of the best scores of its judged items.
    score: float | None
    # Level of that score.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    documentCount: int
    judgedItemCount: int


# How many of these items' levels, and of their criteria's verdicts, need review.
class RollUpNeedsReview(TypedDict):
    # The operator's threshold, 0 to 1.
    below: float
    itemCount: int
    criterionCount: int


class RollUpCluster(TypedDict):
    # A ULID.
    controlClusterId: str
    controlClusterName: str
    itemCount: int
    compliant: int
    partiallyCompliant: int
    nonCompliant: int
    notApplicable: int
    notJudged: int
    needsReview: int
    # Mean of the judged items, over all subjects.
    score: float | None


class RollUpItem(TypedDict):
    # A ULID.
    controlItemId: str
    controlItemName: str
    controlItemExternalId: str
    # A ULID.
    controlClusterId: str
    # Best score in the documents of a subject, of several subjects the lowest; null when never judged.
    score: float | None
    # Level of that score.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # As score, with the decisions of people; null where it counts in no mean: it does not apply, or its risk is
    # accepted.
    decidedScore: float | None
    # Level with the decisions of people.
    decidedComplianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # Decisions about that entry and its criteria that have not ended.
    decisionCount: int
    # Those of them that ask to be looked at again.
    lookAgainCount: int
    # Whether a decision about that entry itself, not only about its criteria, is in effect.
    isDecided: bool
    # The probability that this level is right; null if unknown or never judged.
    confidence: float | None
    # The confidence is below the operator's threshold, or unknown. false when never judged.
    needsReview: bool
    # The document with that score, the newest of equals.
    documentId: str | None
    # Id of the entry of complianceItems in that document's result.
    complianceItemId: str | None
    pageRefs: list[RollUpItemPageRef]


class RollUpItemPageRef(TypedDict):
    # A ULID.
    documentId: str
    pages: list[str]
    documentName: str


class MissingItem(TypedDict):
    # A ULID.
    controlItemId: str
    controlItemName: str
    controlItemExternalId: str
    # A ULID.
    controlClusterId: str
    reason: Literal["non_compliant", "not_judged"]
    # null when never judged.
    score: float | None


# Changes from the version before to the newest new version of a document, for the items judged in both; null while no
# document has a second version.
class RollUpChange(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    previousDocumentId: str
    improved: int
    worsened: int
    unchanged: int
    items: list[ChangedItem]


class ChangedItem(TypedDict):
    # A ULID.
    controlItemId: str
    score: float
    previousScore: float
    scoreChange: float
    newGaps: list[str]
    closedGaps: list[str]


class UpdateComplianceReviewResponse(TypedDict):
    # A ULID.
    reviewId: str
    message: str
    updatedFields: list[str]


class UpdateComplianceReviewRequest(TypedDict):
    # The review's name.
    name: NotRequired[str | None]
    # What the review covers.
    scope: NotRequired[str | None]


class SignOffReviewRequest(TypedDict):
    # What you confirm by it.
    statement: NotRequired[str]


class ReopenReviewRequest(TypedDict):
    reason: str


class ListSignOffsResponse(TypedDict):
    signOffs: list[ListSignOffsSignOff]


# A sign-off.
class ListSignOffsSignOff(TypedDict):
    # A ULID.
    signOffId: str
    signedOffAt: str
    signedOffBy: DecisionAuthor
    # What the person stated.
    statement: str | None
    # The review's score when it was signed off.
    score: float | None
    # Its score with the decisions of people, at that time.
    decidedScore: float | None
    # The documents that counted.
    documentCount: int
    # When the review was reopened; null while it is signed off.
    reopenedAt: str | None
    reopenedBy: DecisionAuthor | None
    reopeningReason: str | None
    records: list[ListSignOffsSignOffRecord]


class ListSignOffsSignOffRecord(TypedDict):
    # Hash of the record's canonical JSON (RFC 8785), in hex.
    sha256: str
    record: ListSignOffsSignOffRecordRecord


# Contains no names and no text.
class ListSignOffsSignOffRecordRecord(TypedDict):
    format: Literal[1]
    kind: Literal["sign_off"]
    # A ULID.
    companyId: str
    # Counts from 1 within the company, with all its other records.
    position: int
    # Hash of the company's previous record; null for the first.
    previousSha256: str | None
    # A ULID.
    signOffId: str
    # A ULID.
    complianceReviewId: str
    score: float | None
    decidedScore: float | None
    documentCount: int
    # Hash of the ids of the documents that counted, sorted, with a line feed between them.
    documentsSha256: str
    # A ULID.
    authorId: str
    signedOffAt: str
    # Hash of the statement and the author's name.
    contentSha256: str
    reopenedAt: str | None
    # A ULID.
    reopenedById: str | None
    # Hash of the reason for reopening and of the person's name.
    reopeningSha256: str | None


class CreateReviewLinkResponse(TypedDict):
    # A ULID.
    linkId: str
    # Whom it is for.
    label: str
    createdAt: str
    createdBy: DecisionAuthor
    expiresAt: str
    revokedAt: str | None
    # How often it was opened.
    openedCount: int
    lastOpenedAt: str | None
    # Shown only here; only a hash of it is stored.
    token: str
    # The path of the link on this service, with the token.
    path: str


class CreateReviewLinkRequest(TypedDict):
    # Whom the link is for.
    label: str
    # How many days it is valid. Default: 14.
    days: NotRequired[int]


class ListReviewLinksResponse(TypedDict):
    links: list[ListReviewLinksLink]


class ListReviewLinksLink(TypedDict):
    # A ULID.
    linkId: str
    # Whom it is for.
    label: str
    createdAt: str
    createdBy: DecisionAuthor
    expiresAt: str
    revokedAt: str | None
    # How often it was opened.
    openedCount: int
    lastOpenedAt: str | None


class ReportSigningKey(TypedDict):
    # The key id that reports contain.
    keyId: str
    algorithm: Literal["Ed25519"]
    # PEM.
    publicKey: str


class GetBrandingResponse(TypedDict):
    # Named in reports instead of the partner's name.
    name: str | None
    # Of bands and headings. As #1f4e68, with a contrast of at least 4.5 with white.
    accentColour: str | None
    # Of lines and small headings. As #1f4e68, with a contrast of at least 4.5 with white.
    secondColour: str | None
    # Such as an address and a telephone number.
    contact: str | None
    # At the end of the report for the board.
    disclaimer: str | None
    logo: GetBrandingLogo | None
    cover: GetBrandingLogo | None


class GetBrandingLogo(TypedDict):
    mediaType: Literal["image/png", "image/jpeg"]
    # In base64, without what an image may hold beside its picture.
    data: str


class ReplaceBrandingRequest(TypedDict):
    # Named in reports instead of the partner's name.
    name: NotRequired[str | None]
    # Of bands and headings. As #1f4e68, with a contrast of at least 4.5 with white.
    accentColour: NotRequired[str | None]
    # Of lines and small headings. As #1f4e68, with a contrast of at least 4.5 with white.
    secondColour: NotRequired[str | None]
    # Such as an address and a telephone number.
    contact: NotRequired[str | None]
    # At the end of the report for the board.
    disclaimer: NotRequired[str | None]
    # Beside the report's title: PNG or JPEG of at most 512 KiB, in base64. Absent: unchanged.
    logo: NotRequired[str | None]
    # Above the report's title: PNG or JPEG of at most 512 KiB, in base64. Absent: unchanged.
    cover: NotRequired[str | None]


class ListComplianceFrameworksResponse(TypedDict):
    frameworks: list[Framework]


class Framework(TypedDict):
    # A ULID.
    id: str
    name: str
    code: str
    version: str
    controls: list[Control]


class Control(TypedDict):
    # A ULID.
    id: str
    name: str
    code: str
    description: str
    documentsCount: Literal["each", "together"]
    # Number of items of a submission that selects none.
    itemCount: int


class ListControlClustersResponse(TypedDict):
    activeClusters: list[ControlCluster]
    archivedClusters: list[ControlCluster]


class ControlCluster(TypedDict):
    # A ULID.
    id: str
    name: str
    code: str


class ListControlItemsResponse(TypedDict):
    items: list[ControlItem]


class ControlItem(TypedDict):
    # A ULID.
    id: str
    # The article, clause or section.
    externalId: str
    name: str
    # The requirement in one sentence.
    objective: str
    # A ULID.
    clusterId: str
    isObsolete: bool


class AuditLogPage(TypedDict):
    entries: list[AuditEntry]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class AuditEntry(TypedDict):
    # A ULID.
    id: str
    at: str
    actorTier: Literal["admin", "partner", "company", "system", "unknown"]
    # A ULID.
    actorKeyId: str | None
    # A ULID.
    partnerId: str | None
    # A ULID.
    companyId: str | None
    # The account of the person who acted.
    actorAccountId: str | None
    # The name of the acting person, company or partner, if it still exists.
    actorName: str | None
    # What was done, for example api_key.revoked.
    action: str
    # What it was done to.
    subjectId: str
    # Its name, if it has one and still exists.
    subjectName: str | None
    # What it is; null when it has no name.
    subjectKind: Literal["partner", "company", "business_entity", "review", "document", "webhook", "control_item", "api_key", "account"] | None
    details: AuditEntryDetails
    # Where the request came from.
    address: str | None
    # The request's X-Request-Id.
    requestId: str


class AuditEntryDetails(TypedDict):
    pass


class ControlItemDetails(TypedDict):
    # A ULID.
    id: str
    # The article, clause or section.
    externalId: str
    name: str
    # The requirement in one sentence.
    objective: str
    # A ULID.
    clusterId: str
    isObsolete: bool
    # A ULID.
    controlId: str
    # Number of the wording, from 1.
    revision: int
    # Key of the condition under which it applies, or never; null if it always applies.
    appliesWhen: str | None
    criteria: list[ControlItemDetailsCriteriaEntry]
    # The conditions that the item and its criteria name.
    conditions: list[ControlItemDetailsCondition]
    # What no document can answer and its owner is asked.
    questions: list[ControlItemDetailsQuestion]


class ControlItemDetailsCriteriaEntry(TypedDict):
    key: str
    # The point in a few words; null in the catalogue's own language.
    topic: str | None
    # What is checked in a document.
    statement: str
    level: Literal["must", "should"]
    # Importance within the item, from 1 to 5.
    weight: int
    # Key of the condition under which it applies, or never; null if it always applies.
    appliesWhen: str | None
    # Whether a reference to the exact provision of law meets a criterion that the provision lists; null if not said.
    byReference: Literal["sufficient", "partial"] | None
    # Criteria of other controls that may be referenced, which ask the same thing or a part of it.
    links: list[CriterionLink]


class CriterionLink(TypedDict):
    type: Literal["sameAs", "partOf", "hasPart"]
    # A ULID.
    controlId: str
    controlCode: str
    # A ULID.
    itemId: str
    # The article, clause or section of the other item.
    externalId: str
    criterionKey: str
    statement: str
    # Keys of the conditions of the other criterion and its item.
    appliesWhen: list[str]


class ControlItemDetailsCondition(TypedDict):
    key: str
    statement: str
    whenSilent: Literal["applies", "does_not_apply"]


class ControlItemDetailsQuestion(TypedDict):
    key: str
    question: str


class ListConditionsResponse(TypedDict):
    conditions: list[Condition]


class Condition(TypedDict):
    # Key of the fact in facts of a business entity.
    key: str
    statement: str
    # The controls that ask under this condition.
    controlIds: list[str]


class SubmitDocumentsResponse(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    status: Literal["queued", "processing", "completed", "failed"]
    files: list[SubmitDocumentsFile]
    controlItemCount: int
    message: str


class SubmitDocumentsFile(TypedDict):
    fileName: str


class ListDocumentsResponse(TypedDict):
    documents: list[Document]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class Document(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    # A ULID.
    controlId: str
    # What the document is reviewed against.
    controlCode: str
    # A ULID.
    businessEntityId: str
    fileName: str
    status: Literal["queued", "processing", "completed", "failed"]
    # Why the document failed, as a sentence for people.
    failureReason: str | None
    pageCount: int
    # The mean of the items that apply; null until they are judged, and where none applies.
    score: float | None
    # The score's level; null until the document is completed.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # The score with the decisions of people; null where no item counts.
    decidedScore: float | None
    # The level of decidedScore.
    decidedComplianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    createdAt: str
    # When it was submitted, judged or withdrawn, whichever was last.
    changedAt: str
    processedAt: str | None
    # Since when the document is withdrawn from its review; null if it is not.
    withdrawnAt: str | None
    # What the document is about, such as the vendor's name.
    subject: str | None
    # The caller's own reference for it.
    externalReference: str | None
    effectiveFrom: str | None
    # The last day on which the document is valid.
    validUntil: str | None
    # The day by which the document is to be reviewed.
    reviewBy: str | None
    # Counts the versions of the document.
    version: int
    # The version before, as the submission named it.
    supersedes: str | None
    # The newer version that counts in its place; null while this one counts.
    supersededBy: str | None
    # The document whose files were judged again; null for a submission.
    judgementOf: str | None


class CancelledDocument(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    status: Literal["queued", "processing", "completed", "failed"]
    # Why the document failed, as a sentence for people.
    failureReason: str | None


class DocumentDetails(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    # A ULID.
    controlId: str
    # What the document is reviewed against.
    controlCode: str
    # A ULID.
    businessEntityId: str
    fileName: str
    status: Literal["queued", "processing", "completed", "failed"]
    # Why the document failed, as a sentence for people.
    failureReason: str | None
    pageCount: int
    # The mean of the items that apply; null until they are judged, and where none applies.
    score: float | None
    # The score's level; null until the document is completed.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # The score with the decisions of people; null where no item counts.
    decidedScore: float | None
    # The level of decidedScore.
    decidedComplianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    createdAt: str
    # When it was submitted, judged or withdrawn, whichever was last.
    changedAt: str
    processedAt: str | None
    # Since when the document is withdrawn from its review; null if it is not.
    withdrawnAt: str | None
    # What the document is about, such as the vendor's name.
    subject: str | None
    # The caller's own reference for it.
    externalReference: str | None
    effectiveFrom: str | None
    # The last day on which the document is valid.
    validUntil: str | None
    # The day by which the document is to be reviewed.
    reviewBy: str | None
    # Counts the versions of the document.
    version: int
    # The version before, as the submission named it.
    supersedes: str | None
    # The newer version that counts in its place; null while this one counts.
    supersededBy: str | None
    # The document whose files were judged again; null for a submission.
    judgementOf: str | None
    # How it counts in its review, as its submission said; null: as its control says.
    documentsCount: Literal["each", "together"] | None
    # The document that a retry of this failed one has created.
    retriedAs: str | None
    # The submitted files.
    files: list[DocumentDetailsFile]


class DocumentDetailsFile(TypedDict):
    # A ULID.
    fileId: str
    fileName: str
    sizeBytes: int
    # false when its retention period is over: it cannot be downloaded.
    isOriginalKept: bool


class UpdateDocumentResponse(TypedDict):
    # A ULID.
    documentId: str
    message: str
    updatedFields: list[str]


class UpdateDocumentRequest(TypedDict):
    # Since when the document is effective. A date such as 2026-12-31.
    effectiveFrom: NotRequired[str | None]
    # The last day on which the document is valid. A date such as 2026-12-31.
    validUntil: NotRequired[str | None]
    # The day by which the document is to be reviewed. A date such as 2026-12-31.
    reviewBy: NotRequired[str | None]
    # Your own reference for it, such as its number in your system; unique among the company's documents.
    externalReference: NotRequired[str | None]


class RetryOwnDocumentResponse(TypedDict):
    # The new document.
    documentId: str
    # A ULID.
    complianceReviewId: str
    status: Literal["queued", "processing", "completed", "failed"]


class GetDocumentPredecessorResponse(TypedDict):
    # A ULID.
    documentId: str
    # The version before that was named.
    supersedes: str | None
    # null if no document of the review is likely, or if the document has versions already.
    proposal: ProposedPredecessor | None


# null if no document of the review is likely, or if the document has versions already.
class ProposedPredecessor(TypedDict):
    # The likely version before.
    documentId: str
    fileName: str
    subject: str | None
    version: int
    createdAt: str
    # Why it is proposed: the same subject, the same file name apart from version and date, or the text.
    reasons: list[Literal["subject", "file_name", "text"]]
    confidence: Literal["high", "medium", "low"]
    # The estimated share of five-word sequences that the texts have in common, 0 to 1; a reason from 0.5. null while
    # one of them is not read.
    textOverlap: float | None


class PutDocumentPredecessorRequest(TypedDict):
    # An earlier document of the same review.
    supersedes: str


class DocumentComparison(TypedDict):
    # A ULID.
    documentId: str
    fileName: str
    # A ULID.
    previousDocumentId: str
    previousFileName: str
    counts: DocumentComparisonCounts
    # In the order of the newer document. A clause that was only renumbered is unchanged.
    changes: list[ClauseChange]
    # Verdicts that changed and rest on no quote from a changed clause.
    otherVerdictChanges: list[VerdictChange]


# Clauses; a reworded one that was moved counts as reworded.
class DocumentComparisonCounts(TypedDict):
    added: int
    removed: int
    reworded: int
    moved: int
    unchanged: int


class ClauseChange(TypedDict):
    kind: Literal["added", "removed", "reworded", "moved"]
    # It stands elsewhere; a reworded clause may be moved, too.
    isMoved: bool
    isHeading: bool
    # The headings above it, outermost first.
    headingPath: list[str]
    # Where it was; null for one that was added.
    previous: ClauseChangePrevious | None
    # Where it is; null for one that was removed.
    current: ClauseChangePrevious | None
    # The clause in runs of words. Without those that were added it is the earlier text.
    words: list[ClauseChangeWord]
    # Verdicts that changed and rest on a quote from this clause.
    verdictChanges: list[VerdictChange]


# Where it was; null for one that was added.
class ClauseChangePrevious(TypedDict):
    # A ULID.
    fileId: str
    documentName: str
    page: str
    pageNumber: int
    # Offset of the clause in the page's text.
    start: int
    end: int


class ClauseChangeWord(TypedDict):
    kind: Literal["same", "removed", "added"]
    text: str


class VerdictChange(TypedDict):
    # A ULID.
    controlItemId: str
    controlItemName: str
    controlItemExternalId: str
    criterionKey: str
    statement: str
    # null if the item's earlier revision did not have the criterion.
    previousVerdict: Literal["met", "partly", "contradicted", "missing", "not_applicable"] | None
    # null if the item's newer revision does not have the criterion.
    verdict: Literal["met", "partly", "contradicted", "missing", "not_applicable"] | None
    # Of the item.
    previousScore: float
    score: float
    # Revision of the catalogue's text that was judged.
    previousRevision: int
    revision: int


class ListRecommendationsResponse(TypedDict):
    # A ULID.
    documentId: str
    fileName: str
    # The files that can be redlined.
    wordFiles: list[ListRecommendationsWordFile]
    recommendations: list[ListRecommendationsRecommendation]


class ListRecommendationsWordFile(TypedDict):
    # A ULID.
    fileId: str
    documentName: str


class ListRecommendationsRecommendation(TypedDict):
    # The same while the text and what it is for are the same.
    id: str
    # The item of the document's result.
    itemId: str
    # A ULID.
    controlItemId: str
    controlItemExternalId: str
    controlItemName: str
    controlClusterName: str
    kind: Literal["insertion", "replacement"]
    # The wordings that are deleted.
    replacedTexts: list[str]
    # Taken unless recommendations are named: insertions that no decision makes superfluous, and replacements of
    # wordings whose contradiction a person confirmed.
    isPreselected: bool
    # The file that the text is for.
    fileId: str | None
    documentName: str
    gapIdentified: str
    reasons: list[str]
    actionableRecommendation: str
    suggestedTextLocation: str
    suggestedTextToBeAdded: str


class JudgeDocumentAgainRequest(TypedDict):
    # Another control, by its id or code. Default: the document's own.
    controlId: NotRequired[str]
    # A review of the other control. Default: a new one.
    complianceReviewId: NotRequired[str]
    # Language of the result: en, de, fr or es. Default: as before.
    auditLanguageId: NotRequired[str]


class GetDocumentCrosswalkResponse(TypedDict):
    # A ULID.
    documentId: str
    # Criteria that the document meets.
    metCount: int
    controls: list[ProposedControl]


class ProposedControl(TypedDict):
    # For judgeDocumentAgain.
    controlId: str
    code: str
    name: str
    # Criteria of the control that ask the same as one that the document meets.
    servedCount: int
    # Criteria of which the document meets a part at least, besides those that it serves.
    partlyServedCount: int
    # All criteria of the control.
    criterionCount: int


class ListAffectedDocumentsResponse(TypedDict):
    # Documents that the newest revision of the control affects. Counting stops at 10000: that value means so many or
    # more.
    affectedCount: int
    # The last request to judge them again, with its progress; null if there was none.
    bulkJudgement: ListAffectedDocumentsBulkJudgement | None
    documents: list[Document]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


# The last request to judge them again, with its progress; null if there was none.
class ListAffectedDocumentsBulkJudgement(TypedDict):
    # A ULID.
    id: str
    # A ULID.
    controlId: str
    status: Literal["running", "completed"]
    # Documents to judge again.
    documentCount: int
    # Of those, documents that wait for analysis or are being analysed.
    waitingCount: int
    judgedCount: int
    failedCount: int
    # Documents that cannot be judged again, for example because their files were erased.
    skippedCount: int
    createdAt: str
    endedAt: str | None


class BulkJudgement(TypedDict):
    # A ULID.
    id: str
    # A ULID.
    controlId: str
    status: Literal["running", "completed"]
    # Documents to judge again.
    documentCount: int
    # Of those, documents that wait for analysis or are being analysed.
    waitingCount: int
    judgedCount: int
    failedCount: int
    # Documents that cannot be judged again, for example because their files were erased.
    skippedCount: int
    createdAt: str
    endedAt: str | None


class ListEveryAffectedDocumentResponse(TypedDict):
    # Documents that the newest revision of the control affects. Counting stops at 10000: that value means so many or
    # more.
    affectedCount: int
    # The last request to judge them again, with its progress; null if there was none.
    bulkJudgement: ListAffectedDocumentsBulkJudgement | None
    documents: list[ListEveryAffectedDocumentDocument]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class ListEveryAffectedDocumentDocument(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    companyId: str
    companyName: str
    fileName: str
    createdAt: str


class ListUnfinishedDocumentsResponse(TypedDict):
    documents: list[UnfinishedDocumentOfCompany]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class UnfinishedDocumentOfCompany(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    companyId: str
    companyName: str
    # A ULID.
    complianceReviewId: str
    reviewName: str
    status: Literal["queued", "processing"]
    createdAt: str


class ListEveryUnfinishedDocumentResponse(TypedDict):
    documents: list[UnfinishedDocument]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class UnfinishedDocument(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    companyId: str
    companyName: str
    # A ULID.
    complianceReviewId: str
    reviewName: str
    status: Literal["queued", "processing"]
    createdAt: str
    fileName: str


class Me(TypedDict):
    tier: Literal["partner", "company"]
    # The key of the request; null for a person.
    keyId: str | None
    # The account of the person who is signed in; null for a key.
    accountId: str | None
    # A ULID.
    partnerId: str
    # A ULID.
    companyId: str | None
    partnerName: str
    companyName: str | None
    limits: MeLimits
    quotas: QuotaUsage


class MeLimits(TypedDict):
    requests: MeLimitsRequests
    # Of the company, in an hour; null for a partner.
    submissions: MeLimitsRequests | None


# Of this key or person, in a minute.
class MeLimitsRequests(TypedDict):
    allowed: int
    remaining: int
    secondsToReset: int


class QuotaUsage(TypedDict):
    storedBytes: NotRequired[QuotaUsageStoredBytes]
    # Files found inside archives and mails.
    archiveMembers: NotRequired[QuotaUsageStoredBytes]
    # Bytes announced in open upload sessions.
    openUploadBytes: NotRequired[QuotaUsageStoredBytes]
    # Documents that wait or are being analysed.
    waitingDocuments: NotRequired[QuotaUsageStoredBytes]
    # Companies of the partner.
    companies: NotRequired[QuotaUsageStoredBytes]


# Bytes of submitted files, with those announced in open upload sessions.
class QuotaUsageStoredBytes(TypedDict):
    used: int
    allowed: int


class Quotas(TypedDict):
    storedBytes: NotRequired[QuotaUsageStoredBytes]
    # Files found inside archives and mails.
    archiveMembers: NotRequired[QuotaUsageStoredBytes]
    # Bytes announced in open upload sessions.
    openUploadBytes: NotRequired[QuotaUsageStoredBytes]
    # Documents that wait or are being analysed.
    waitingDocuments: NotRequired[QuotaUsageStoredBytes]
    # Companies of the partner.
    companies: NotRequired[QuotaUsageStoredBytes]
    overrides: QuotasOverrides
    # The service's settings.
    defaults: QuotasOverrides


# What differs from the service's settings.
class QuotasOverrides(TypedDict):
    # Bytes of submitted files, with those announced in open upload sessions.
    storedBytes: NotRequired[int]
    # Files found inside archives and mails.
    archiveMembers: NotRequired[int]
    # Bytes announced in open upload sessions.
    openUploadBytes: NotRequired[int]
    # Documents that wait or are being analysed.
    waitingDocuments: NotRequired[int]
    # Companies of the partner.
    companies: NotRequired[int]


class PartnerQuotas(TypedDict):
    # Bytes of submitted files, with those announced in open upload sessions.
    storedBytes: NotRequired[int]
    # Files found inside archives and mails.
    archiveMembers: NotRequired[int]
    # Bytes announced in open upload sessions.
    openUploadBytes: NotRequired[int]
    # Documents that wait or are being analysed.
    waitingDocuments: NotRequired[int]
    # Companies of the partner.
    companies: NotRequired[int]


class CompanyQuotas(TypedDict):
    # Bytes of submitted files, with those announced in open upload sessions.
    storedBytes: NotRequired[int]
    # Files found inside archives and mails.
    archiveMembers: NotRequired[int]
    # Bytes announced in open upload sessions.
    openUploadBytes: NotRequired[int]
    # Documents that wait or are being analysed.
    waitingDocuments: NotRequired[int]


class DocumentResult(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    fileName: str
    # The caller's own reference for it.
    externalReference: str | None
    status: Literal["queued", "processing", "completed", "failed"]
    # Why the document failed, as a sentence for people.
    failureReason: str | None
    # 0 until known.
    pageCount: int
    progress: DocumentResultProgress
    # One entry for each file, attachment and archive member; empty for a single plain file.
    childDocuments: list[DocumentResultChildDocument]
    # All files of the document.
    files: list[DocumentResultFile]
    needsReview: DocumentResultNeedsReview
    complianceItems: list[ComplianceItem]
    # What criteria and conditions cite by its index, each passage once.
    quotes: list[Quote]
    # What the items cite by its index, each condition once.
    conditions: list[ResultCondition]
    # What no document can answer and its owner is asked. Changes no score.
    questions: list[OwnerQuestion]
    # The engine, catalogue and settings that judged.
    engine: DocumentResultEngine | None
    processedAt: str | None


# Progress of the analysis.
class DocumentResultProgress(TypedDict):
    pagesDone: int
    # Pages of the files opened so far.
    pageCount: int
    itemsDone: int
    itemCount: int


class DocumentResultChildDocument(TypedDict):
    # A ULID.
    fileId: str
    displayName: str
    fileName: str
    pageCount: int
    # Why this file could not be read; other files may have been read.
    failureReason: str | None


class DocumentResultFile(TypedDict):
    # A ULID.
    fileId: str
    displayName: str
    fileName: str
    pageCount: int
    # Why this file could not be read; other files may have been read.
    failureReason: str | None
    # The archive or mail that contains it.
    parentFileId: str | None
    # null for a file inside another file.
    sizeBytes: int | None
    # Hash of the submitted bytes.
    sha256: str | None
    title: str | None
    # BCP 47, detected from the text.
    language: str | None
    # What pageCount counts; a format without pages is read in sections. null for a file without text.
    pageKind: Literal["page", "slide", "sheet", "section"] | None
    # The pages come from rendering a format without pages.
    isRendered: bool
    # Pages whose text was recognised from an image.
    recognisedPages: int
    # 0 to 100, mean of those pages.
    recognitionConfidence: float | None


# How much of the whole result needs review, whatever items are shown.
class DocumentResultNeedsReview(TypedDict):
    # The operator's threshold, 0 to 1.
    below: float
    # Items whose level needs review.
    itemCount: int
    # Criteria whose verdict needs review.
    criterionCount: int


class ComplianceItem(TypedDict):
    # A ULID.
    id: str
    # A ULID.
    controlItemId: str
    controlItemName: str
    # A ULID.
    controlClusterId: str
    # A ULID.
    controlId: str
    controlClusterName: str
    controlItemObjective: str
    controlItemExternalId: str
    # Revision of the catalogue's text that was judged.
    controlItemRevision: int
    status: Literal["pending", "completed", "failed"]
    # Why the item failed, as a sentence for people.
    failureReason: str | None
    judgedAt: str | None
    # Level of the score: compliant from 80, partially_compliant from 40; not_applicable if no criterion applies. null
    # without a score.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # The level with the decisions of people in effect. An accepted risk keeps it.
    decidedComplianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    decision: NotRequired[FindingDecision]
    # The probability that this level is right, from the probabilities of its criteria's verdicts. null without a
    # result, too. null if unknown: an external model or words alone judged, or an earlier version.
    confidence: float | None
    # The confidence is below the operator's threshold, or unknown: check the level. false without a result.
    needsReview: bool
    # Figures behind the score.
    units: list[ComplianceItemUnit]
    # null while pending and for a failed item.
    result: ItemResult | None


# What a person decided.
class FindingDecision(TypedDict):
    # A ULID.
    decisionId: str
    decision: Literal["confirm", "override", "not_applicable", "accept_risk"]
    # The verdict that an override gives a criterion.
    verdict: Literal["met", "partly", "contradicted", "missing"] | None
    # The level that an override gives an item.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # When an accepted risk expires and the gap is open again.
    acceptedUntil: str | None
    reason: str
    # The passage that the person marked.
    evidence: FindingDecisionEvidence | None
    author: DecisionAuthor
    decidedAt: str
    state: Literal["in_effect", "look_again", "replaced", "withdrawn", "expired"]
    # The decision about the document's version before that this one continues.
    carriedFrom: str | None


# The passage that the person marked.
class FindingDecisionEvidence(TypedDict):
    # A file of the document.
    fileId: str
    pageNumber: int
    # Offset of the passage in the page's text.
    start: int
    end: int
    # Occurs character for character on that page.
    text: str


class ComplianceItemUnit(TypedDict):
    name: str
    value: str


# null while pending and for a failed item.
class ItemResult(TypedDict):
    # The machine's, whatever people decide.
    score: float
    # With the decisions of people in effect. null where the item counts in no mean: it does not apply, or its risk is
    # accepted.
    decidedScore: float | None
    explanation: ItemResultExplanation
    recommendations: list[ItemResultRecommendation]
    # The criteria behind the score.
    criteria: list[Criterion]
    # The conditions under which the item and its criteria apply: their indexes in the result's conditions.
    conditions: list[int]


class ItemResultExplanation(TypedDict):
    strength: str
    gaps: list[ItemResultExplanationGap]
    explanation: str
    pageRefs: list[RollUpItemPageRef]
    riskIdentification: ItemResultExplanationRiskIdentification
    compensationControls: list[ItemResultRiskDescriptionEntry]


class ItemResultExplanationGap(TypedDict):
    topic: str
    description: str
    pageRefs: list[RollUpItemPageRef]


class ItemResultExplanationRiskIdentification(TypedDict):
    riskDescription: list[ItemResultRiskDescriptionEntry]


class ItemResultRiskDescriptionEntry(TypedDict):
    title: str


class ItemResultRecommendation(TypedDict):
    gapIdentified: str
    actionableRecommendation: str
    suggestedTextLocation: str
    suggestedTextToBeAdded: str


class Criterion(TypedDict):
    key: str
    # What is required. Only with include=statements.
    statement: NotRequired[str]
    # Only with include=statements.
    level: NotRequired[Literal["must", "should"]]
    # Importance within the item, 5 is its heart. Only with include=statements.
    weight: NotRequired[float]
    verdict: Literal["met", "partly", "contradicted", "missing", "not_applicable"]
    # The probability that this verdict is right. A stated fact counts as certain. null if unknown: an external model
    # or words alone judged, or an earlier version.
    confidence: float | None
    # The confidence is below the operator's threshold, or unknown: read the evidence yourself. Absent if not.
    needsReview: NotRequired[bool]
    # Of all verdicts; null if the judge gives none. Only with include=probabilities.
    probabilities: NotRequired[CriterionProbabilities | None]
    reason: Literal["stated", "figure_not_met", "figure_absent", "not_binding", "exception", "other_party", "incomplete", "duty_denied", "prohibited", "permitted", "opposite", "not_found", "condition_ruled_out", "condition_not_stated", "fact_given", "never_applies"]
    # The reason in words. Only with include=statements.
    description: NotRequired[str]
    # Key of the condition that keeps it from applying; absent if it applies.
    condition: NotRequired[str]
    decision: NotRequired[FindingDecision]
    # Best first.
    evidence: list[CriterionEvidenceEntry]


# Of all verdicts; null if the judge gives none. Only with include=probabilities.
class CriterionProbabilities(TypedDict):
    met: float
    partly: float
    contradicted: float
    missing: float
    not_applicable: float


class CriterionEvidenceEntry(TypedDict):
    # Its index in quotes.
    quote: int
    role: Literal["proves", "narrows", "contradicts", "context"]


class Quote(TypedDict):
    # File of the page with the quote.
    fileId: str
    # As in pageRefs: "12", "slide 3".
    page: str
    pageNumber: int
    # Offset of the quote in the page's text.
    start: int
    end: int
    # Occurs character for character on that page. Only with include=quotes.
    text: NotRequired[str]


class ResultCondition(TypedDict):
    key: str
    # The fact about the company or the document. Only with include=statements.
    statement: NotRequired[str]
    # Criteria apply only while all of their conditions hold.
    holds: bool
    decidedBy: Literal["facts", "document", "default"]
    # That it holds; null if the judge gives none.
    probability: float | None
    # Best first.
    evidence: list[CriterionEvidenceEntry]


class OwnerQuestion(TypedDict):
    # A ULID.
    controlItemId: str
    controlItemExternalId: str
    controlItemName: str
    # Names the question within its item.
    key: str
    question: str
    # null until answered.
    answer: Literal["yes", "no", "not_applicable"] | None
    comment: str | None
    answeredAt: str | None


# The engine, catalogue and settings that judged.
class DocumentResultEngine(TypedDict):
    name: str
    version: str
    modelSha256: str | None
    catalogue: DocumentResultEngineCatalogue
    settings: AuditEntryDetails


class DocumentResultEngineCatalogue(TypedDict):
    frameworkCode: str
    frameworkVersion: str
    frameworkSha256: str


class AnswerQuestionRequest(TypedDict):
    # null withdraws the answer.
    answer: Literal["yes", "no", "not_applicable"] | None
    # For whoever reads the answer.
    comment: NotRequired[str | None]


class Decision(TypedDict):
    # A ULID.
    decisionId: str
    decision: Literal["confirm", "override", "not_applicable", "accept_risk"]
    # The verdict that an override gives a criterion.
    verdict: Literal["met", "partly", "contradicted", "missing"] | None
    # The level that an override gives an item.
    complianceLevel: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None
    # When an accepted risk expires and the gap is open again.
    acceptedUntil: str | None
    reason: str
    # The passage that the person marked.
    evidence: FindingDecisionEvidence | None
    author: DecisionAuthor
    decidedAt: str
    state: Literal["in_effect", "look_again", "replaced", "withdrawn", "expired"]
    # The decision about the document's version before that this one continues.
    carriedFrom: str | None
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    # Id of the entry of complianceItems in the document's result.
    itemId: str
    # A ULID.
    controlItemId: str
    # The criterion's key; null for the item as a whole.
    criterionKey: str | None
    endedAt: str | None
    endedBy: DecisionAuthor | None


class DecideFindingRequest(TypedDict):
    # Key of a criterion. Default: the item as a whole.
    criterionKey: NotRequired[str]
    decision: Literal["confirm", "override", "not_applicable", "accept_risk"]
    # Required to override a criterion: the right verdict.
    verdict: NotRequired[Literal["met", "partly", "contradicted", "missing"]]
    complianceLevel: NotRequired[Literal["compliant", "partially_compliant", "non_compliant"]]
    # Required to accept a risk: when the acceptance expires.
    acceptedUntil: NotRequired[str]
    reason: str
    evidence: NotRequired[NamedPassage]


# A passage of the document that supports the decision: it must lie on the page.
class NamedPassage(TypedDict):
    # A file of the document.
    fileId: str
    pageNumber: int
    # Offset of the passage in the page's text.
    start: int
    end: int


class ListDecisionsResponse(TypedDict):
    decisions: list[Decision]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class ListDecisionRecordsResponse(TypedDict):
    records: list[DecisionRecord]


class DecisionRecord(TypedDict):
    # Hash of the record's canonical JSON (RFC 8785), in hex.
    sha256: str
    record: DecisionRecordRecord


# Contains no names and no text.
class DecisionRecordRecord(TypedDict):
    format: Literal[1]
    kind: Literal["decision"]
    # A ULID.
    companyId: str
    # Counts from 1 within the company, with the records of documents.
    position: int
    # Hash of the company's previous record; null for the first.
    previousSha256: str | None
    # A ULID.
    decisionId: str
    # A ULID.
    documentId: str
    # A ULID.
    itemId: str
    # A ULID.
    controlItemId: str
    criterionKey: str | None
    decision: Literal["confirm", "override", "not_applicable", "accept_risk"]
    verdict: str | None
    complianceLevel: str | None
    acceptedUntil: str | None
    # A ULID.
    authorId: str
    decidedAt: str
    # A ULID.
    carriedFrom: str | None
    state: Literal["in_effect", "look_again", "replaced", "withdrawn", "expired"]
    endedAt: str | None
    # A ULID.
    endedById: str | None
    # Hash of the reason, the marked passage and the author's name.
    contentSha256: str


class ListGapsResponse(TypedDict):
    gaps: list[ListGapsGap]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class ListGapsGap(TypedDict):
    # A ULID.
    gapId: str
    # A ULID.
    complianceReviewId: str
    reviewName: str
    # A ULID.
    businessEntityId: str
    businessEntityName: str
    # A ULID.
    controlId: str
    controlCode: str
    # A ULID.
    controlItemId: str
    controlItemExternalId: str
    controlItemName: str
    criterionKey: str
    # The criterion that is not met.
    statement: str
    # With the decision of a person about the criterion.
    verdict: Literal["met", "partly", "contradicted", "missing", "not_applicable"]
    level: Literal["must", "should"]
    # The document whose finding counts now.
    documentId: str
    # The entry of complianceItems with the finding.
    itemId: str
    fileName: str
    subject: str | None
    status: Literal["open", "in_progress", "fixed", "accepted"]
    # From the criterion's level, weight and verdict, unless a person gave another one.
    severity: Literal["low", "medium", "high", "critical"]
    # Whether a person gave the severity.
    isSeverityGiven: bool
    # The person who takes care of it.
    owner: ListGapsGapOwner | None
    # By when it is to be fixed.
    dueOn: str | None
    # When the register found it.
    createdAt: str
    # The last change of status, owner, date or severity.
    changedAt: str
    closedAt: str | None
    # met: a version meets the criterion. not_applicable: the criterion does not apply any more. decided: a person
    # decided about the finding. not_counted: no document counts any more. person: somebody set the status.
    closedReason: Literal["met", "not_applicable", "decided", "not_counted", "person"] | None
    # The document that met the criterion.
    closedBy: ListGapsGapClosedBy | None
    commentCount: int
    # Opens a new issue in your tracker; null without a setting.
    issueLink: str | None


# The person who takes care of it.
class ListGapsGapOwner(TypedDict):
    accountId: str
    name: str


# The document that met the criterion.
class ListGapsGapClosedBy(TypedDict):
    documentId: str
    fileName: str


class ChangeGapsResponse(TypedDict):
    # Gaps that were different before.
    changedCount: int


class ChangeGapsRequest(TypedDict):
    # Ids of gaps.
    gaps: list[str]
    status: NotRequired[Literal["open", "in_progress", "fixed"]]
    # null: as it follows from level, weight and verdict.
    severity: NotRequired[Literal["low", "medium", "high", "critical"] | None]
    # A person of the company, by account; null: nobody.
    ownerId: NotRequired[str | None]
    # A date such as 2026-12-31; null: none.
    dueOn: NotRequired[str | None]


class ChangeGapRequest(TypedDict):
    status: NotRequired[Literal["open", "in_progress", "fixed"]]
    # null: as it follows from level, weight and verdict.
    severity: NotRequired[Literal["low", "medium", "high", "critical"] | None]
    # A person of the company, by account; null: nobody.
    ownerId: NotRequired[str | None]
    # A date such as 2026-12-31; null: none.
    dueOn: NotRequired[str | None]


class ListGapEntriesResponse(TypedDict):
    entries: list[ListGapEntriesEntry]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class ListGapEntriesEntry(TypedDict):
    # A ULID.
    entryId: str
    kind: Literal["comment", "changed", "closed", "reopened", "accepted"]
    # null for the service, and for a person whose account is erased.
    author: ListGapEntriesEntryAuthor | None
    # Of a comment. @ and the id of an account mention a person.
    text: str | None
    # The mentioned people that the company still has.
    mentions: list[ListGapsGapOwner]
    # The document that met the criterion, or falls short again.
    documentId: str | None
    fileName: str | None
    # What was changed, with the new values.
    changes: ListGapEntriesEntryChanges | None
    createdAt: str


# null for the service, and for a person whose account is erased.
class ListGapEntriesEntryAuthor(TypedDict):
    accountId: str | None
    name: str


# What was changed, with the new values.
class ListGapEntriesEntryChanges(TypedDict):
    status: NotRequired[Literal["open", "in_progress", "fixed"]]
    severity: NotRequired[Literal["low", "medium", "high", "critical"] | None]
    ownerId: NotRequired[str | None]
    dueOn: NotRequired[str | None]


class CommentOnGapRequest(TypedDict):
    text: str


class GetIssueLinkResponse(TypedDict):
    # An https address that opens a new issue; behind its question mark, {title} and {text} stand for what is filled
    # in. null: the operator's, if there is one.
    issueLink: str | None


class ReplaceIssueLinkRequest(TypedDict):
    # An https address that opens a new issue; behind its question mark, {title} and {text} stand for what is filled
    # in. null: the operator's, if there is one.
    issueLink: str | None


class GetAgreementResponse(TypedDict):
    # Decisions that confirm the finding.
    confirmed: int
    # Decisions for another verdict or level, or that it is not applicable.
    corrected: int
    # Confirmed of all, from 0 to 1; null without decisions.
    agreement: float | None
    # Lower end of the 95 % interval (Wilson).
    low: float | None
    # Upper end of the 95 % interval.
    high: float | None
    # There are so few decisions that the share says little.
    isSmall: bool
    # At most so many decisions are counted, the newest.
    newestCounted: int
    controls: list[GetAgreementControl]


class GetAgreementControl(TypedDict):
    # A ULID.
    controlId: str
    controlCode: str
    controlName: str
    # Decisions that confirm the finding.
    confirmed: int
    # Decisions for another verdict or level, or that it is not applicable.
    corrected: int
    # Confirmed of all, from 0 to 1; null without decisions.
    agreement: float | None
    # Lower end of the 95 % interval (Wilson).
    low: float | None
    # Upper end of the 95 % interval.
    high: float | None
    # There are so few decisions that the share says little.
    isSmall: bool
    # Criteria and items, those with most corrections first.
    subjects: list[GetAgreementControlSubject]


class GetAgreementControlSubject(TypedDict):
    # A ULID.
    controlItemId: str
    controlItemExternalId: str
    controlItemName: str
    # Null: the level of the item as a whole.
    criterionKey: str | None
    # Decisions that confirm the finding.
    confirmed: int
    # Decisions for another verdict or level, or that it is not applicable.
    corrected: int
    # Confirmed of all, from 0 to 1; null without decisions.
    agreement: float | None
    # Lower end of the 95 % interval (Wilson).
    low: float | None
    # Upper end of the 95 % interval.
    high: float | None
    # There are so few decisions that the share says little.
    isSmall: bool
    verdicts: list[GetAgreementControlSubjectVerdict]


class GetAgreementControlSubjectVerdict(TypedDict):
    # The engine's verdict of a criterion, or its level of an item.
    found: str
    # Decisions that confirm the finding.
    confirmed: int
    # Decisions for another verdict or level, or that it is not applicable.
    corrected: int
    # What people decided instead, most frequent first.
    corrections: list[GetAgreementSubjectVerdictCorrection]


class GetAgreementSubjectVerdictCorrection(TypedDict):
    right: str
    count: int


class DocumentPage(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    fileId: str
    documentName: str
    pageNumber: int
    # Pages of the file.
    pageCount: int
    # What people call the page: "12", or "slide 3".
    label: str
    # Contains every quote of the page character for character.
    text: str
    paragraphs: list[DocumentPageParagraph]
    # 0 to 100 for text recognised from an image.
    recognitionConfidence: float | None
    # Position of the requested words (start and end, or quote) on the page image. null when none were requested and
    # for pages without an image.
    highlight: PageHighlight | None


class DocumentPageParagraph(TypedDict):
    # Offset in the text.
    start: int
    end: int
    # heading, body, listItem, tableRow, footnote, header or footer.
    kind: str
    # The headings above it, outermost first.
    headingPath: list[str]
    # Left, top, right and bottom on a PDF page in points, from its top left corner.
    box: list[float] | None


# Position of the requested words (start and end, or quote) on the page image. null when none were requested and for
# pages without an image.
class PageHighlight(TypedDict):
    # Width of the page in points.
    width: float
    height: float
    # One box per line of the words, as fractions of the page's width and height from its top left corner.
    boxes: list[PageHighlightBoxe]
    # false where text was recognised from an image: the boxes are then those of whole paragraphs.
    areExact: bool


class PageHighlightBoxe(TypedDict):
    left: float
    top: float
    right: float
    bottom: float


class DocumentRecord(TypedDict):
    # Hash of the record's canonical JSON (RFC 8785), in hex.
    sha256: str
    record: DocumentRecordRecord


# Written when the document completes or fails. Contains no names and no document text.
class DocumentRecordRecord(TypedDict):
    format: Literal[1]
    # A ULID.
    companyId: str
    # Counts from 1 within the company.
    position: int
    # Hash of the company's previous record; null for the first.
    previousSha256: str | None
    # A ULID.
    documentId: str
    # A ULID.
    complianceReviewId: str
    status: Literal["completed", "failed"]
    auditLanguage: str
    pageCount: int
    submittedAt: str
    processedAt: str
    # The engine, catalogue and settings that judged; null when nothing was judged.
    engine: DocumentResultEngine | None
    # What was stated about the entity; absent without facts.
    facts: NotRequired[dict[str, bool]]
    files: list[DocumentRecordRecordFile]
    items: list[DocumentRecordRecordItem]
    # Hash of the document's outcome and all findings.
    resultSha256: str


class DocumentRecordRecordFile(TypedDict):
    # A ULID.
    fileId: str
    # "2.1" is the first member of the second file.
    place: str
    sizeBytes: int | None
    # Hash of the submitted bytes.
    sha256: str | None
    reading: Literal["unread", "read", "failed"]
    pageCount: int


class DocumentRecordRecordItem(TypedDict):
    # A ULID.
    itemId: str
    # A ULID.
    controlItemId: str
    # Revision of the catalogue item it was judged by.
    revision: int
    status: Literal["pending", "completed", "failed"]
    score: float | None
    # Hash of its findings, its reason and its time.
    resultSha256: str


class StartUploadResponse(TypedDict):
    # A ULID.
    sessionId: str
    expiresAt: str
    files: list[StartUploadFile]


class StartUploadFile(TypedDict):
    # A ULID.
    fileId: str
    fileName: str
    chunkSizeBytes: int
    totalChunks: int


class UploadStart(TypedDict):
    files: list[AnnouncedFile]
    # The review to append to.
    complianceReviewId: NotRequired[str | None]
    # The entity for which a new review is created.
    businessEntityId: NotRequired[str | None]
    # The framework of the new review.
    complianceFrameworkId: NotRequired[str | None]
    # The control of the new review, by its id or code; required with businessEntityId.
    controlId: NotRequired[str | None]
    # A JSON array of control item ids, as a string.
    selectedControlItemIds: NotRequired[str | None]
    # A JSON array of cluster ids, as a string.
    selectedControlClusterIds: NotRequired[str | None]
    # Language of the generated text; en by default.
    auditLanguageId: NotRequired[Literal["en", "de", "fr", "es"] | None]
    # What the document is about, such as the vendor's name; at most 200 characters.
    subject: NotRequired[str | None]
    # Your own reference for the document, such as its number in your system; unique among the company's documents, at
    # most 200 characters.
    externalReference: NotRequired[str | None]
    # Whether the document is judged for itself or together with others. Absent: as its control says.
    documentsCount: NotRequired[Literal["each", "together"] | None]
    # The document of the same review that this one is a new version of. It no longer counts once the new version is
    # judged, and stays readable.
    supersedes: NotRequired[str | None]
    # Since when the document is effective: a date such as 2026-01-01.
    effectiveFrom: NotRequired[str | None]
    # The last day on which the document is valid; document.expiring is sent 30 days before.
    validUntil: NotRequired[str | None]
    # The day by which the document is to be reviewed; document.review_due is sent when it has passed.
    reviewBy: NotRequired[str | None]
    # Facts about the business entity, stored with it, by the keys of GET /v1/conditions.
    facts: NotRequired[dict[str, bool | None] | None]
    # Merges all files into a single analysis.
    isConsolidated: NotRequired[bool | None]


class AnnouncedFile(TypedDict):
    # At most 255 bytes in UTF-8.
    fileName: str
    # In bytes.
    fileSize: int
    # Lower-case hex; checked when the file is complete.
    sha256: NotRequired[str | None]


class GetUploadStatusResponse(TypedDict):
    # A ULID.
    sessionId: str
    status: Literal["pending", "uploading", "completed", "expired", "cancelled"]
    expiresAt: str
    files: list[GetUploadStatusFile]


class GetUploadStatusFile(TypedDict):
    # A ULID.
    fileId: str
    fileName: str
    # Indexes of the stored chunks.
    receivedChunks: list[int]
    totalChunks: int


class ChunkReceipt(TypedDict):
    receivedChunks: int
    totalChunks: int
    # True exactly when documentId is not null.
    isComplete: bool
    # A ULID.
    documentId: str | None
    # A ULID.
    complianceReviewId: str | None
    status: str | None


class RegisteredWebhook(TypedDict):
    # A ULID.
    id: str
    url: str
    eventTypes: list[Literal["document.submitted", "document.completed", "document.failed", "document.superseded", "document.expiring", "document.review_due", "upload.completed", "upload.expired", "review.created", "review.completed", "review.score_fell", "review.signed_off", "review.reopened", "finding.decided", "finding.reopened", "gap.assigned", "gap.mentioned", "gap.due", "gap.overdue", "gap.closed", "gap.reopened", "webhook.test"]]
    isActive: bool
    createdAt: str
    updatedAt: str | None
    # Signs the deliveries. Returned once, when it is new; otherwise null.
    secret: str | None


class RegisterWebhookRequest(TypedDict):
    # Receiver of the events: https and publicly reachable.
    url: NotRequired[str]
    # Events to receive.
    eventTypes: NotRequired[list[Literal["document.submitted", "document.completed", "document.failed", "document.superseded", "document.expiring", "document.review_due", "upload.completed", "upload.expired", "review.created", "review.completed", "review.score_fell", "review.signed_off", "review.reopened", "finding.decided", "finding.reopened", "gap.assigned", "gap.mentioned", "gap.due", "gap.overdue", "gap.closed", "gap.reopened", "webhook.test"]]]
    # false disables the webhook. Default true.
    isActive: NotRequired[bool]
    # true creates a new secret; for 24 hours the previous secret signs as well.
    rotateSecret: NotRequired[bool]


class Webhook(TypedDict):
    # A ULID.
    id: str
    url: str
    eventTypes: list[Literal["document.submitted", "document.completed", "document.failed", "document.superseded", "document.expiring", "document.review_due", "upload.completed", "upload.expired", "review.created", "review.completed", "review.score_fell", "review.signed_off", "review.reopened", "finding.decided", "finding.reopened", "gap.assigned", "gap.mentioned", "gap.due", "gap.overdue", "gap.closed", "gap.reopened", "webhook.test"]]
    isActive: bool
    createdAt: str
    updatedAt: str | None
    # Why the service disabled the webhook: gone (it answered 410) or failing (for 5 days).
    disabledReason: str | None
    # When the service disabled it.
    disabledAt: str | None
    recentDeliveries: WebhookRecentDeliveries


# Events of the last 7 days; each counts once, whatever its number of attempts.
class WebhookRecentDeliveries(TypedDict):
    total: int
    delivered: int
    # Given up after all attempts. Events neither delivered nor failed are pending.
    failed: int
    # The last successful delivery.
    lastDeliveredAt: str | None


class Delivery(TypedDict):
    # The event's id: the webhook-id header of every attempt and replay.
    id: str
    type: str
    # The member data of the event's body.
    data: DeliveryData
    status: Literal["pending", "delivered", "failed"]
    # When the event occurred.
    createdAt: str
    # When it was last delivered successfully.
    deliveredAt: str | None
    # When the next attempt is due; null when there is none.
    nextAttemptAt: str | None
    # Oldest first; stored for 30 days.
    attempts: list[DeliveryAttempt]


# The member data of the event's body.
class DeliveryData(TypedDict):
    pass


class DeliveryAttempt(TypedDict):
    at: str
    durationMilliseconds: int
    statusCode: int | None
    # null for a success; otherwise timeout, dns, address, connection, tls, protocol, redirect or status.
    error: str | None
    # First bytes of the response to a failed attempt, at most 1 KiB.
    responseStart: str | None


class ListDeliveriesResponse(TypedDict):
    deliveries: list[Delivery]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class CreatePartnerResponse(TypedDict):
    # A ULID.
    partnerId: str
    name: str
    # Shown only here.
    apiKey: str


class CreatePartnerRequest(TypedDict):
    # The partner's name.
    name: str
    # Frameworks it may reference; all when absent.
    frameworkIds: NotRequired[list[str]]


class ListPartnersResponse(TypedDict):
    partners: list[Partner]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class Partner(TypedDict):
    # A ULID.
    partnerId: str
    name: str
    # null: every framework.
    frameworkIds: list[str] | None
    # null: every control of those frameworks.
    controlIds: list[str] | None
    limits: PartnerLimits
    createdAt: str
    # Since then its keys and people, and those of its companies, are refused.
    suspendedAt: str | None


# Limits that differ from the service's settings.
class PartnerLimits(TypedDict):
    # Requests per minute with one partner key.
    partnerPerMinute: NotRequired[int]
    # Requests per minute with one company key.
    companyPerMinute: NotRequired[int]
    # Submissions per hour of one company.
    submissionsPerHour: NotRequired[int]


class RenamePartnerRequest(TypedDict):
    # The partner's name.
    name: str


class SuspendPartnerRequest(TypedDict):
    isSuspended: bool


class ReplaceWhitelistRequest(TypedDict):
    # Frameworks it may reference; null: all, including those added later.
    frameworkIds: list[str] | None
    # Only these of their controls, each by its id or code; all when absent.
    controlIds: NotRequired[list[str] | None]


class ReplaceLimitsRequest(TypedDict):
    # Requests per minute with one partner key.
    partnerPerMinute: NotRequired[int]
    # Requests per minute with one company key.
    companyPerMinute: NotRequired[int]
    # Submissions per hour of one company.
    submissionsPerHour: NotRequired[int]


class IssuedKey(TypedDict):
    # A ULID.
    keyId: str
    # Shown only here.
    apiKey: str


class NewKey(TypedDict):
    # When the key expires; never when absent.
    expiresAt: NotRequired[str | None]


class ListPartnerKeysResponse(TypedDict):
    keys: list[ApiKey]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class ApiKey(TypedDict):
    # A ULID.
    keyId: str
    tier: Literal["partner", "company"]
    # The key's first characters.
    prefix: str
    # The key's last four characters.
    lastFour: str
    createdAt: str
    expiresAt: str | None
    revokedAt: str | None
    lastUsedAt: str | None


class LoadFrameworkResponse(TypedDict):
    # A ULID.
    frameworkId: str
    added: int
    reworded: int
    obsoleted: int
    unchanged: int


class FrameworkPreview(TypedDict):
    # What is wrong with the file; the other members are then absent.
    problems: list[str]
    problemCount: int
    framework: NotRequired[FrameworkPreviewFramework]
    # The framework is not loaded yet.
    isNew: NotRequired[bool]
    controlCount: NotRequired[int]
    # Only the items that change.
    items: NotRequired[list[FrameworkPreviewItem]]
    unchanged: NotRequired[int]


class FrameworkPreviewFramework(TypedDict):
    # A ULID.
    id: str
    code: str
    name: str
    version: str


class FrameworkPreviewItem(TypedDict):
    # A ULID.
    id: str
    externalId: str
    name: str
    change: Literal["added", "reworded", "obsoleted"]


class ArchiveClusterResponse(TypedDict):
    # A ULID.
    id: str
    name: str
    code: str
    isArchived: bool


class ArchiveClusterRequest(TypedDict):
    isArchived: bool


class MarkControlItemObsoleteRequest(TypedDict):
    isObsolete: bool


class DescribedControl(TypedDict):
    # A ULID.
    id: str
    # A ULID.
    frameworkId: str
    frameworkName: str
    name: str
    code: str
    description: str
    # Number of items of a submission that selects none.
    itemCount: int
    source: DescribedControlSource
    # The kind of document this control reviews.
    documentKind: str
    clusters: list[DescribedControlCluster]


class DescribedControlSource(TypedDict):
    title: str
    url: str


class DescribedControlCluster(TypedDict):
    # A ULID.
    id: str
    name: str
    code: str
    isArchived: bool
    items: list[DescribedControlItem]


class DescribedControlItem(TypedDict):
    # A ULID.
    id: str
    # The article, clause or section.
    externalId: str
    name: str
    # The requirement in one sentence.
    objective: str
    # A ULID.
    clusterId: str
    isObsolete: bool
    # Number of the wording, from 1.
    revision: int
    criteria: list[DescribedCriterion]
    risks: list[str]
    compensatingControls: list[str]
    recommendation: DescribedControlItemRecommendation


class DescribedCriterion(TypedDict):
    key: str
    # One checkable statement about the document.
    statement: str
    level: Literal["must", "should"]
    # Importance within the item, from 1 to 5.
    weight: int
    phrases: list[str]
    contradictions: list[str]


class DescribedControlItemRecommendation(TypedDict):
    action: str
    section: str
    text: str


class ChecklistPreview(TypedDict):
    # What keeps the file from being imported; the members about changes are then absent.
    problems: list[ChecklistProblem]
    problemCount: int
    warnings: list[ChecklistWarning]
    warningCount: int
    framework: NotRequired[FrameworkPreviewFramework]
    # The framework is not loaded yet.
    isNew: NotRequired[bool]
    controlCount: NotRequired[int]
    # Only the items that change.
    items: NotRequired[list[FrameworkPreviewItem]]
    unchanged: NotRequired[int]


class ChecklistProblem(TypedDict):
    # Empty for a CSV file, and for the file as a whole.
    sheet: str
    # From 1, as the spreadsheet numbers it.
    row: int | None
    # Letter and heading, such as F (Weight).
    column: str | None
    # What is wrong.
    message: str
    # What to do about it.
    advice: str


class ChecklistWarning(TypedDict):
    kind: Literal["bundled", "undecidable", "duplicate", "drafted", "ignored"]
    # Empty for a CSV file, and for the file as a whole.
    sheet: str
    # From 1, as the spreadsheet numbers it.
    row: int | None
    # Letter and heading, such as F (Weight).
    column: str | None
    # What is wrong.
    message: str
    # What to do about it.
    advice: str


class PreviewChecklistRequest(TypedDict):
    # Names the control of a file that does not name it.
    fileName: str
    # The XLSX or CSV file in base64; at most 8 MiB.
    data: str


class ListEveryCompanyResponse(TypedDict):
    companies: list[CompanyOverview]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class CompanyOverview(TypedDict):
    # A ULID.
    id: str
    name: str
    legalName: str
    country: str | None
    taxId: str | None
    phone: str | None
    address: str | None
    postalCode: str | None
    city: str | None
    # The caller's own reference for it.
    externalReference: str | None
    createdAt: str
    updatedAt: str | None
    # A ULID.
    partnerId: str
    partnerName: str
    entityCount: int
    # Entities that are neither approved nor archived.
    unapprovedCount: int


class EraseCompanyResponse(TypedDict):
    # A ULID.
    companyId: str
    status: Literal["erasing"]


class DecideBusinessEntityRequest(TypedDict):
    isApproved: NotRequired[bool]
    isArchived: NotRequired[bool]


class AnalysisSettings(TypedDict):
    engine: Literal["offline", "llm"]
    # Everything that is sent to an external model; empty when nothing leaves the machine.
    sentContent: list[str]
    # The external models in use; several when workers are configured differently.
    externalModels: list[AnalysisSettingsExternalModel]
    # Running processes that judge documents. When there is none, the response shows the settings of the process that
    # answers.
    workers: int
    # Workers that use an external model.
    workersWithExternalModel: int


class AnalysisSettingsExternalModel(TypedDict):
    provider: str
    # The only address the service connects to.
    baseUrl: str
    model: str
    tokensPerDocument: int


class SystemState(TypedDict):
    health: Health
    waiting: SystemStateWaiting
    # Completed and failed documents of each of the last 24 hours, oldest first.
    hours: list[SystemStateHour]


class SystemStateWaiting(TypedDict):
    # Documents that wait for analysis.
    queued: int
    # Documents being analysed.
    processing: int
    # When the oldest of them was queued.
    oldestQueuedAt: str | None
    # Webhook deliveries that are due or scheduled for a retry.
    deliveries: int
    # Counting stops here: a count of this value means this many or more.
    countedUpTo: int


SystemStateHour = TypedDict("SystemStateHour", {
    "from": "str",
    "completed": "int",
    "failed": "int",
})


class ListFailedDocumentsResponse(TypedDict):
    documents: list[FailedDocument]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class FailedDocument(TypedDict):
    # A ULID.
    documentId: str
    # A ULID.
    companyId: str
    companyName: str
    # A ULID.
    complianceReviewId: str
    fileName: str
    failureReason: str
    createdAt: str
    processedAt: str
    # The document created by a retry.
    retriedAs: str | None


class Session(TypedDict):
    role: Literal["admin", "partner", "company"]
    # The partner's or company's name; null for the administrator.
    name: str | None
    # A ULID.
    partnerId: str | None
    # A ULID.
    companyId: str | None
    # The key that was used to sign in; null for the administrator and for a person.
    keyId: str | None
    # The person who signed in with an account; null for a key or the administrator token.
    person: SessionPerson | None
    # The client of the person's partner whose work is open; null: none.
    client: SessionClient | None
    # The session began with an identity provider: sign out by POST /v1/session/end.
    hasProvider: bool
    # The link to a review that was opened; null for everybody else.
    reviewLink: SessionReviewLink | None
    createdAt: str
    # When the session ends, even if it is used.
    expiresAt: str
    # The session ends earlier after this many seconds without a request.
    idleSeconds: int


# The person who signed in with an account; null for a key or the administrator token.
class SessionPerson(TypedDict):
    # A ULID.
    accountId: str
    # A ULID.
    membershipId: str
    name: str
    email: str
    role: Literal["operator", "partner_owner", "partner_consultant", "company_owner", "company_reviewer", "company_reader", "consultant"]


# The client of the person's partner whose work is open; null: none.
class SessionClient(TypedDict):
    # A ULID.
    companyId: str
    name: str
    # false while the company has switched its partner's access off.
    isAccessible: bool


# The link to a review that was opened; null for everybody else.
class SessionReviewLink(TypedDict):
    # A ULID.
    linkId: str
    # The only review that can be read.
    reviewId: str
    label: str


class SignInRequest(TypedDict):
    # The administrator token or a key.
    key: str


class SignInWithPasswordRequest(TypedDict):
    # An email address.
    email: str
    # The account's password.
    password: str
    # Six digits of the authenticator app, or a recovery code.
    code: NotRequired[str]


class OpenReviewLinkRequest(TypedDict):
    # The part of the link after its #.
    token: str


class ListSignInProvidersResponse(TypedDict):
    providers: list[ListSignInProvidersProvider]


class ListSignInProvidersProvider(TypedDict):
    # Its id; `operator` is the instance's.
    providerId: str
    # For a button.
    name: str


class BeginProviderSignInResponse(TypedDict):
    url: str


class BeginProviderSignInRequest(TypedDict):
    # Its id; `operator` is the instance's.
    providerId: str
    # A page of the portal to go on with, such as /system. The response to the sign-in has it.
    page: NotRequired[str]


class FinishProviderSignInResponse(TypedDict):
    session: Session
    # Where to go on.
    page: str | None


class FinishProviderSignInRequest(TypedDict):
    # The query with which the provider sent the browser back.
    response: str


class ReadInvitationResponse(TypedDict):
    email: str
    name: str
    role: Literal["operator", "partner_owner", "partner_consultant", "company_owner", "company_reviewer", "company_reader"]
    # The partner or company; null for the operator.
    organisationName: str | None
    expiresAt: str


class AcceptInvitationResponse(TypedDict):
    # What to sign in with.
    email: str


class AcceptInvitationRequest(TypedDict):
    # The part of the link after its #.
    token: str
    # The person's name, as others will see it.
    name: str
    # 12 to 200 characters, none of the most common ones.
    password: str


class GetPartnerAccessResponse(TypedDict):
    # Whether the partner's people may open the company's work.
    isOn: bool
    # When it was switched off; null while it is on.
    offSince: str | None
    partnerName: str
    # The partner's people, newest first.
    consultants: list[GetPartnerAccessConsultant]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class GetPartnerAccessConsultant(TypedDict):
    # A ULID.
    accountId: str
    name: str
    role: Literal["operator", "partner_owner", "partner_consultant", "company_owner", "company_reviewer", "company_reader"]


class SwitchPartnerAccessResponse(TypedDict):
    # Whether the partner's people may open the company's work.
    isOn: bool
    # When it was switched off; null while it is on.
    offSince: str | None


class SwitchPartnerAccessRequest(TypedDict):
    # Whether the partner's people may open the company's work.
    isOn: bool


class ListKeysResponse(TypedDict):
    keys: list[ListKeysKey]
    # Present when there is more: pass it as cursor.
    nextCursor: NotRequired[str]


class ListKeysKey(TypedDict):
    # A ULID.
    keyId: str
    tier: Literal["partner", "company"]
    # What the key is for.
    label: str | None
    # What the key may do within its tier: read, submit, webhooks, or all.
    scopes: list[Literal["read", "submit", "webhooks", "all"]]
    # Networks that the key may be used from, in CIDR notation, IPv4 or IPv6. Empty: from everywhere.
    networks: list[str]
    # The key's first characters.
    prefix: str
    # The key's last four characters.
    lastFour: str
    # Who issued it: the operator, the partner or the company; null for keys from before this was stored.
    issuedBy: Literal["admin", "partner", "company"] | None
    createdAt: str
    expiresAt: str | None
    revokedAt: str | None
    lastUsedAt: str | None


class IssueKeyRequest(TypedDict):
    # A company of the calling partner; absent: the caller's own keys.
    companyId: NotRequired[str]
    # What the key is for.
    label: NotRequired[str | None]
    # What the key may do within its tier: read, submit, webhooks, or all.
    scopes: NotRequired[list[Literal["read", "submit", "webhooks", "all"]]]
    # Networks that the key may be used from, in CIDR notation, IPv4 or IPv6. Empty: from everywhere.
    networks: NotRequired[list[str]]
    # When the new key expires; never when absent.
    expiresAt: NotRequired[str | None]


class UpdateKeyRequest(TypedDict):
    # What the key is for.
    label: NotRequired[str | None]
    # What the key may do within its tier: read, submit, webhooks, or all.
    scopes: NotRequired[list[Literal["read", "submit", "webhooks", "all"]]]
    # Networks that the key may be used from, in CIDR notation, IPv4 or IPv6. Empty: from everywhere.
    networks: NotRequired[list[str]]


class RotateKeyResponse(TypedDict):
    # A ULID.
    keyId: str
    # Shown only here.
    apiKey: str
    oldKeyValidUntil: str


class RotateKeyRequest(TypedDict):
    # Until when the old key is valid; 24 hours when absent.
    oldKeyValidUntil: NotRequired[str]
    # When the new key expires; never when absent.
    expiresAt: NotRequired[str | None]

//! JSON of public APIs, with the types that a user would write for them.

use std::collections::BTreeMap;
use std::io::Read;

use serde::{Deserialize, Serialize};

macro_rules! types {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        $item
    )*};
}

macro_rules! file {
    ($name:literal) => {
        read(include_bytes!(concat!("../../crates/file/tests/json/", $name, ".json.zst")))
    };
}

fn read<T: serde::de::DeserializeOwned>(mut compressed: &[u8]) -> T {
    let mut json = Vec::new();
    zstd::Decoder::new(&mut compressed).unwrap().read_to_end(&mut json).unwrap();
    serde_json::from_slice(&json).unwrap()
}

/// A hundred tweets and their authors.
pub fn twitter_status() -> Search {
    file!("twitter_status")
}

/// Concerts of two years, their seats and prices.
pub fn citm_catalog() -> Catalog {
    file!("citm_catalog")
}

/// What thirty people did on GitHub.
pub fn github_events() -> Vec<GithubEvent> {
    file!("github_events")
}

types! {
    pub struct Search {
        statuses: Vec<Status>,
        search_metadata: SearchMetadata,
    }

    pub struct SearchMetadata {
        completed_in: f64,
        max_id: u64,
        max_id_str: String,
        next_results: String,
        query: String,
        refresh_url: String,
        count: u32,
        since_id: u64,
        since_id_str: String,
    }

    pub struct Status {
        metadata: StatusMetadata,
        created_at: String,
        id: u64,
        id_str: String,
        text: String,
        source: String,
        truncated: bool,
        in_reply_to_status_id: Option<u64>,
        in_reply_to_status_id_str: Option<String>,
        in_reply_to_user_id: Option<u64>,
        in_reply_to_user_id_str: Option<String>,
        in_reply_to_screen_name: Option<String>,
        user: User,
        geo: Option<String>,
        coordinates: Option<String>,
        place: Option<String>,
        contributors: Option<Vec<u64>>,
        retweeted_status: Option<Box<Status>>,
        retweet_count: u64,
        favorite_count: u64,
        entities: Entities,
        favorited: bool,
        retweeted: bool,
        possibly_sensitive: Option<bool>,
        lang: String,
    }

    pub struct StatusMetadata {
        result_type: String,
        iso_language_code: String,
    }

    pub struct User {
        id: u64,
        id_str: String,
        name: String,
        screen_name: String,
        location: String,
        description: String,
        url: Option<String>,
        entities: UserEntities,
        protected: bool,
        followers_count: u64,
        friends_count: u64,
        listed_count: u64,
        created_at: String,
        favourites_count: u64,
        utc_offset: Option<i32>,
        time_zone: Option<String>,
        geo_enabled: bool,
        verified: bool,
        statuses_count: u64,
        lang: String,
        contributors_enabled: bool,
        is_translator: bool,
        is_translation_enabled: bool,
        profile_background_color: String,
        profile_background_image_url: String,
        profile_background_image_url_https: String,
        profile_background_tile: bool,
        profile_image_url: String,
        profile_image_url_https: String,
        profile_banner_url: Option<String>,
        profile_link_color: String,
        profile_sidebar_border_color: String,
        profile_sidebar_fill_color: String,
        profile_text_color: String,
        profile_use_background_image: bool,
        default_profile: bool,
        default_profile_image: bool,
        following: bool,
        follow_request_sent: bool,
        notifications: bool,
    }

    pub struct UserEntities {
        url: Option<Urls>,
        description: Urls,
    }

    pub struct Urls {
        urls: Vec<Link>,
    }

    pub struct Link {
        url: String,
        expanded_url: String,
        display_url: String,
        indices: (u32, u32),
    }

    pub struct Entities {
        hashtags: Vec<Tag>,
        symbols: Vec<Tag>,
        urls: Vec<Link>,
        user_mentions: Vec<Mention>,
        media: Option<Vec<Media>>,
    }

    pub struct Tag {
        text: String,
        indices: (u32, u32),
    }

    pub struct Mention {
        screen_name: String,
        name: String,
        id: u64,
        id_str: String,
        indices: (u32, u32),
    }

    pub struct Media {
        id: u64,
        id_str: String,
        indices: (u32, u32),
        media_url: String,
        media_url_https: String,
        url: String,
        display_url: String,
        expanded_url: String,
        #[serde(rename = "type")]
        kind: String,
        sizes: Sizes,
        source_status_id: Option<u64>,
        source_status_id_str: Option<String>,
    }

    pub struct Sizes {
        medium: Size,
        small: Size,
        thumb: Size,
        large: Size,
    }

    pub struct Size {
        w: u32,
        h: u32,
        resize: Resize,
    }

    #[serde(rename_all = "lowercase")]
    pub enum Resize {
        Fit,
        Crop,
    }
}

types! {
    #[serde(rename_all = "camelCase")]
    pub struct Catalog {
        area_names: BTreeMap<String, String>,
        audience_sub_category_names: BTreeMap<String, String>,
        block_names: BTreeMap<String, String>,
        events: BTreeMap<String, Event>,
        performances: Vec<Performance>,
        seat_category_names: BTreeMap<String, String>,
        sub_topic_names: BTreeMap<String, String>,
        subject_names: BTreeMap<String, String>,
        topic_names: BTreeMap<String, String>,
        topic_sub_topics: BTreeMap<String, Vec<u32>>,
        venue_names: BTreeMap<String, String>,
    }

    #[serde(rename_all = "camelCase")]
    pub struct Event {
        description: Option<String>,
        id: u32,
        logo: Option<String>,
        name: String,
        sub_topic_ids: Vec<u32>,
        subject_code: Option<u32>,
        subtitle: Option<String>,
        topic_ids: Vec<u32>,
    }

    #[serde(rename_all = "camelCase")]
    pub struct Performance {
        event_id: u32,
        id: u32,
        logo: Option<String>,
        name: Option<String>,
        prices: Vec<Price>,
        seat_categories: Vec<SeatCategory>,
        seat_map_image: Option<String>,
        start: u64,
        venue_code: String,
    }

    #[serde(rename_all = "camelCase")]
    pub struct Price {
        amount: u32,
        audience_sub_category_id: u32,
        seat_category_id: u32,
    }

    #[serde(rename_all = "camelCase")]
    pub struct SeatCategory {
        areas: Vec<Area>,
        seat_category_id: u32,
    }

    #[serde(rename_all = "camelCase")]
    pub struct Area {
        area_id: u32,
        block_ids: Vec<u32>,
    }
}

types! {
    pub struct GithubEvent {
        id: String,
        #[serde(rename = "type")]
        kind: String,
        actor: Account,
        repo: Repository,
        payload: Payload,
        public: bool,
        created_at: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        org: Option<Account>,
    }

    pub struct Account {
        id: u64,
        login: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        display_login: Option<String>,
        gravatar_id: String,
        url: String,
        avatar_url: String,
    }

    pub struct Repository {
        id: u64,
        name: String,
        url: String,
    }

    /// What is there depends on the kind of the event.
    #[serde(default)]
    #[derive(Default)]
    pub struct Payload {
        #[serde(skip_serializing_if = "Option::is_none")]
        push_id: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        r#ref: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        head: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commits: Vec<Commit>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ref_type: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        action: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        issue: Option<Issue>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pull_request: Option<Issue>,
        #[serde(skip_serializing_if = "Option::is_none")]
        comment: Option<Comment>,
    }

    pub struct Commit {
        sha: String,
        author: Author,
        message: String,
        distinct: bool,
        url: String,
    }

    pub struct Author {
        email: String,
        name: String,
    }

    pub struct Issue {
        id: u64,
        node_id: String,
        number: u32,
        title: String,
        user: GithubUser,
        body: Option<String>,
        state: String,
        locked: bool,
        created_at: String,
        updated_at: String,
        closed_at: Option<String>,
    }

    pub struct Comment {
        id: u64,
        user: GithubUser,
        body: String,
        created_at: String,
        updated_at: String,
    }

    pub struct GithubUser {
        id: u64,
        login: String,
        html_url: String,
        r#type: String,
        site_admin: bool,
    }
}
